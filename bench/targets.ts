// What is compared, as a table: how each target is started, and where the three equivalent requests go. The rivals'
// rows are in rivals/.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Start {
  /** An empty folder, for what the target reads and writes. */
  readonly directory: string
  readonly port: number
  /** How many pets it begins with; undefined: as it comes, which for the sandbox is its 15 committed fixtures. */
  readonly size: number | undefined
  /** Whether it logs every request. */
  readonly log: boolean
}

/**
 * How a target gets back to the pets it started with: `world`, by a key that no round has used; `reset`, by a request;
 * `restart`; `no state`, nothing is kept, so there is nothing to restore.
 */
export type Renewal = 'world' | 'reset' | 'restart' | 'no state'

export interface Target {
  readonly name: string
  readonly version: string
  /** Writes what the target reads, and returns the arguments for node. */
  readonly prepare: (start: Start) => string[] | Promise<string[]>
  /** The path of the collection, as `/v1/pets`. */
  readonly pets: string
  /** What makes a list one of 20. */
  readonly listQuery: string
  readonly headers: Readonly<Record<string, string>>
  readonly renewal: Renewal
  /** Variables for its process. */
  readonly env?: Readonly<Record<string, string>>
  /** What a reader of the figures has to know. */
  readonly note?: string
}

/** As many as the sandbox has without --size, so that all start alike. */
export const DEFAULT_SIZE = 15
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The built sandbox: the file that the package's command runs. */
const SANDBOX_ENTRY = join(ROOT, 'dist', 'package', 'bin', 'petstore-sandbox.cjs')
export const KEY = 'sandbox_enterprise'
const UNLIMITED = '1000000000/1000000000'

export const makePets = (size: number) =>
  Array.from({ length: size }, (_, index) => ({ id: index + 1, name: 'Rex', categoryId: 1, status: 'available' }))

export const BASELINE: Target = {
  name: 'baseline',
  version: 'Koa and @koa/router',
  prepare: ({ port, size = DEFAULT_SIZE }) => [join(ROOT, 'bench', 'baseline.js'), String(port), String(size)],
  pets: '/v1/pets',
  listQuery: '?limit=20',
  headers: {},
  renewal: 'reset',
}

export const SANDBOX: Target = {
  name: 'sandbox',
  version: 'as built',
  prepare: ({ directory, port, size, log }) => [
    SANDBOX_ENTRY,
    ...['--port', String(port), '--data', directory, '--enterprise-limits', UNLIMITED, '--log', log ? 'json' : 'silent'],
    // A world that is done with is let go, lest each round be measured beside all before it.
    ...(size === undefined ? [] : ['--size', String(size), '--max-worlds', '1']),
  ],
  pets: '/v1/pets',
  listQuery: '?limit=20',
  headers: { authorization: `Bearer ${KEY}` },
  renewal: 'world',
}
