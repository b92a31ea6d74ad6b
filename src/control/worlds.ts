// The worlds: listed, reset, deleted.

import type { Observer } from '../observer.ts'
import type { World } from '../worlds/world.ts'
import type { WorldEntry, Worlds } from '../worlds/worlds.ts'
import type { Call } from './call.ts'
import { showClock } from './clock.ts'
import type { SandboxHandle } from './sandbox-handle.ts'
import type { WorldState } from './world-handle.ts'
