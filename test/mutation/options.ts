// The options of `npm test -- mutants`.

import { parseArgs } from 'node:util'

export const HELP = `npm test -- mutants [options]

Changes a place of src/ in a copy of the project, runs the tests that reach the place, and says whether one of them noticed.

  --seed N         which mutants the sample has (1)
  --sample N       how many mutants are tried (60); "all" tries all of them
  --files GLOB     only in these files (src/**)
  --at FILE:LINE   all mutants of one line, instead of a sample
  --seconds N      no further test file is run for a mutant after so long; it counts as survived (no limit)
  --trust-map      maps only test files that are new; of others that changed, it knows which sources they load
  --list           lists the mutants of the sample, and tries none
  --help           shows this text

The figure is the share of mutants that a test noticed. Mutants that the type check refuses, and those of
test/mutation/unnoticeable.txt, do not count. Exit codes: 0, 2 wrong usage, 130 interrupted.
`

export interface Options {
  readonly seed: number
  readonly sample: number
  readonly files: string
  readonly at?: { readonly file: string; readonly line: number }
  readonly seconds: number
  readonly trustMap: boolean
  readonly list: boolean
  readonly help: boolean
}

/** Throws an error whose message says what is wrong. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      sample: { type: 'string', default: '60' },
      files: { type: 'string', default: 'src/**' },
      at: { type: 'string' },
      seconds: { type: 'string', default: '999999999' },
      'trust-map': { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const { files, list, help } = values
  return {
    seed: parseWhole('seed', values.seed),
    sample: values.sample === 'all' ? Number.POSITIVE_INFINITY : parseWhole('sample', values.sample),
    ...(values.at !== undefined && { at: parsePlace(values.at) }),
    seconds: parseWhole('seconds', values.seconds),
    files,
    trustMap: values['trust-map'],
    list,
    help,
  }
}

function parseWhole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} needs a whole number, not ${text}`)
  return Number(text)
}

function parsePlace(text: string): { file: string; line: number } {
  const [, file, line] = /^(.+):(\d+)$/.exec(text) ?? []
  if (file === undefined) throw new Error(`--at needs a file and a line, such as src/main.ts:8, not ${text}`)
  return { file, line: Number(line) }
}
