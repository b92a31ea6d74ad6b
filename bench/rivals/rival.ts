// What the bench needs to know of another mock server.

import type { Target } from '../targets.ts'

export interface Rival {
  /** The packages that npm installs. The first package is the rival. */
  readonly packages: readonly string[]
  /** The target, with the packages in this folder. */
  readonly create: (folder: string) => Omit<Target, 'name' | 'version'>
}
