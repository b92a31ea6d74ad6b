// The command line of the stress commands: the names of what to run, and one number.

import { parseArgs } from 'node:util'

interface Arguments {
  /** Empty when nothing is named. */
  readonly names: readonly string[]
  readonly number: number
}

/** Returns the arguments. Otherwise writes the help or what is wrong, and returns the exit code. */
export function readArguments(args: string[], known: object, option: string, preset: string, help: string): Arguments | number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false }, [option]: { type: 'string', default: preset } },
  })
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  const number = Number(values[option])
  const strange = positionals.find((name) => !Object.hasOwn(known, name))
  if (strange === undefined && number > 0) return { names: positionals, number }
  const wrong =
    strange === undefined
      ? `--${option} ${values[option]}: write a number above 0`
      : `${strange}: there are ${Object.keys(known).join(', ')}`
  process.stderr.write(`error: ${wrong}\n`)
  return 2
}
