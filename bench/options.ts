// The command line of the bench.

import { parseArgs } from 'node:util'
import { PARTS, type Part } from './goals.ts'

export interface Options {
  readonly help: boolean
  readonly json: boolean
  readonly assert: boolean
  readonly rivals: boolean
  readonly rivalsDir: string | undefined
  readonly only: readonly Part[]
  readonly rounds: number
  readonly seconds: number
  readonly starts: number
  readonly memoryRuns: number
  readonly memoryRequests: number
}

export const HELP = `Compares the built sandbox with bare Koa and @koa/router that answer from a Map, and with its rivals.

  npm run bench                       the sandbox and the baseline; takes about eight minutes
  npm run bench -- --only speed,tail  only these parts
  npm run bench -- --only memory --memory-requests 1000000
  npm run bench -- --rivals           also json-server, Prism, Mockoon and Scalar's mock server; takes about fifteen minutes
  npm run bench -- --assert           exit code 1 when a goal is not met

  --only <parts>           some of ${PARTS.join(', ')}, separated by commas; default: all
  --rounds <n>             rounds of all loads, after a round that warms up; default 5
  --seconds <s>            length of a load; default 2
  --starts <n>             cold starts of each target; default 10
  --memory-requests <n>    requests before memory is read again; default 100000
  --memory-runs <n>        how often to measure memory; default 1
  --rivals                 install the rivals by npm into a temporary folder, and measure them on equivalent routes
  --rivals-dir <dir>       install the rivals here, and keep them for the next run; implies --rivals
  --json                   print figures, medians, ratios, goals and reasons as JSON instead of Markdown tables
  --assert                 exit with 1 when a goal is not met or was not measured

Only ratios can be compared with those of another machine. All targets take turns within one run. A load with an
unexpected status, a socket error or no reply has failed. The tables show a dash for it, and the reason is below them. The
exit code is then 1, unless the load was for a rival. Processor time and memory are read from /proc, so only on Linux. On
Linux with two cores or more, the servers run on one core and the load on another (taskset). All traffic stays on
127.0.0.1. bench/README.md says more.
`

const NUMBERS = { rounds: 5, seconds: 2, starts: 10, 'memory-requests': 100_000, 'memory-runs': 1 } as const

/** The options, or a sentence that says what is wrong with them. */
export function readOptions(args: string[]): Options | string {
  try {
    const { values } = parseArgs({ args, options: SHAPE })
    const only = values.only?.split(',') ?? PARTS
    const strange = only.find((part) => !PARTS.some((known) => known === part))
    if (strange !== undefined) return `--only ${strange}: there are ${PARTS.join(', ')}`
    const numbers = Object.fromEntries(
      Object.entries(NUMBERS).map(([name, preset]) => [name, Number(values[name as keyof typeof NUMBERS] ?? preset)]),
    )
    const bad = Object.keys(NUMBERS).find(
      (name) => !(Number(numbers[name]) > 0) || (name !== 'seconds' && !Number.isInteger(numbers[name])),
    )
    if (bad !== undefined) return `--${bad} ${values[bad as keyof typeof NUMBERS]}: write a number above 0`
    return {
      help: values.help,
      json: values.json,
      assert: values.assert,
      rivals: values.rivals || values['rivals-dir'] !== undefined,
      rivalsDir: values['rivals-dir'],
      only: only as readonly Part[],
      rounds: Number(numbers.rounds),
      seconds: Number(numbers.seconds),
      starts: Number(numbers.starts),
      memoryRuns: Number(numbers['memory-runs']),
      memoryRequests: Number(numbers['memory-requests']),
    }
  } catch (error) {
    return (error as Error).message
  }
}

const SHAPE = {
  help: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  assert: { type: 'boolean', default: false },
  rivals: { type: 'boolean', default: false },
  'rivals-dir': { type: 'string' },
  only: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  starts: { type: 'string' },
  'memory-requests': { type: 'string' },
  'memory-runs': { type: 'string' },
} as const
