// The servers that are compared, as a table: how each target is started, and the paths of the three equivalent requests. The
// rivals are in rivals/.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Start {
  /** An empty folder for the files of the target. */
  readonly directory: string
  readonly port: number
  /** The number of pets at the beginning; undefined: the default of the target, which is 15 for the sandbox. */
  readonly size: number | undefined
  /** Whether it logs every request. */
  readonly log: boolean
}

/**
 * How a target gets back to the pets of its start. `world`: by a key that no round has used. `reset`: by a request. `restart`: by a
 * new process. `no state`: the target keeps nothing, so nothing has to be restored.
 */
type Renewal = 'world' | 'reset' | 'restart' | 'no state'

export interface Target {
  readonly name: string
  readonly version: string
  /** Writes the files that the target reads, and returns the arguments for node. */
  readonly prepare: (start: Start) => string[] | Promise<string[]>
  /** The path of the collection, for example `/v1/pets`. */
  readonly pets: string
  /** The query of a list with 20 pets. */
  readonly listQuery: string
  readonly headers: Readonly<Record<string, string>>
  readonly renewal: Renewal
  /** Variables for its process. */
  readonly env?: Readonly<Record<string, string>>
  /** A remark for readers of the figures. */
  readonly note?: string
}

/** The sandbox has this many pets without --size. The other targets start with the same number. */
export const DEFAULT_SIZE = 15
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The built sandbox: the file that the package's command runs. */
export const SANDBOX_ENTRY = join(ROOT, 'dist', 'package', 'bin', 'petstore-sandbox.cjs')
export const KEY = 'sandbox_enterprise'
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly scripts: { readonly start: string } }
/** The options of Node.js in `npm start`. The image has the same ones. */
export const NODE_OPTIONS = scripts.start.split(' ').filter((word) => word.startsWith('--'))
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
    ...NODE_OPTIONS,
    SANDBOX_ENTRY,
    ...['--port', String(port), '--data', directory, '--enterprise-limits', UNLIMITED, '--log', log ? 'json' : 'silent'],
    // Only one world stays in memory. Otherwise the worlds of earlier rounds would change the figures.
    ...(size === undefined ? [] : ['--size', String(size), '--max-worlds', '1']),
  ],
  pets: '/v1/pets',
  listQuery: '?limit=20',
  headers: { authorization: `Bearer ${KEY}` },
  renewal: 'world',
}
