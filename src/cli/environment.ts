// Environment variables of the command. Kubernetes injects variables for a service named petstore-sandbox, and the command
// ignores them.

import type { Command, Option } from 'commander'
import { didYouMean } from '../ground/nearest.ts'
import { StartError } from '../ground/problem.ts'

export const PREFIX = 'PETSTORE_SANDBOX_'

/** For example PETSTORE_SANDBOX_PORT=tcp://10.0.0.1:4010, PETSTORE_SANDBOX_PORT_4010_TCP_ADDR, PETSTORE_SANDBOX_SERVICE_HOST. */
const isInjected = (name: string, value: string) => /^(PORT_\d+_|SERVICE_)/.test(name) || (name === 'PORT' && value.includes('://'))

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['0', 'false', 'no', 'off']

/** npm and node-gyp have options of these names, too. */
const SHARED = ['--all', '--ca', '--dry-run', '--jobs', '--key', '--only']

/**
 * A warning when npm took an option for its own, because `--` was forgotten: `npm start --port 8080` gives the command only the word
 * 8080, and the variable npm_config_port=true.
 */
function describeKept(env: NodeJS.ProcessEnv, options: readonly Option[]): string[] {
  if (env.npm_lifecycle_event !== 'start') return []
  const flags = new Map(options.map(({ long = '', flags }) => [long, flags.replace(/^-\w, /, '')]))
  const kept = [...flags].filter(([long]) => !SHARED.includes(long) && env[`npm_config_${long.slice(2).replaceAll('-', '_')}`])
  if (kept.length === 0) return []
  return [
    `npm kept ${kept.map(([long]) => long).join(' and ')} for itself: write -- before the options, as in npm start -- ${kept.map(([, flag]) => flag).join(' ')}`,
  ]
}

/**
 * Deletes three kinds of variables from the environment: injected variables, known variables that are empty, and switches that are
 * off. Returns a warning for each unknown variable, and for the options that npm kept. Throws a StartError for a switch that is
 * neither on nor off.
 */
export function readEnvironment(env: NodeJS.ProcessEnv, program: Command): string[] {
  const options = [program, ...program.commands].flatMap((command) => command.options)
  const known = new Map(options.flatMap((option) => (option.envVar === undefined ? [] : [[option.envVar, option]])))
  const warnings = describeKept(env, options)
  for (const [variable, value = ''] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX)) continue
    const option = known.get(variable)
    // An empty variable counts as not set, because CI cannot always leave a variable out.
    const isOff = option !== undefined && (value === '' || (option.isBoolean() && OFF.includes(value.toLowerCase())))
    if (option?.isBoolean() && !isOff && !ON.includes(value.toLowerCase()))
      throw new StartError(`${variable}: write true or false, got ${value}`)
    if (isInjected(variable.slice(PREFIX.length), value) || isOff) delete env[variable]
    else if (option === undefined)
      warnings.push(
        `${variable} is not known${didYouMean(variable, [...known.keys()], '; petstore-sandbox --help lists the options and their variables')}`,
      )
  }
  return warnings
}
