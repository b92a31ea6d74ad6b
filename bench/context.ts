// The objects that every part of the bench gets.

import type { Cores } from './cores.ts'
import type { Figures } from './figures.ts'
import type { LoadProcess } from './load/load-process.ts'
import type { Say } from './progress.ts'
import type { Servers } from './servers.ts'
import type { Target } from './targets.ts'

export interface Context {
  readonly targets: readonly Target[]
  readonly servers: Servers
  readonly load: LoadProcess
  readonly cores: Cores
  readonly figures: Figures
  readonly say: Say
}
