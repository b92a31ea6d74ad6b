// Environment variables of the command. Kubernetes injects variables for a service named petstore-sandbox, and the command
// ignores them.

import type { Command } from 'commander'
import { didYouMean } from '../ground/nearest.ts'
import { StartError } from '../ground/problem.ts'

export const PREFIX = 'PETSTORE_SANDBOX_'

/** For example PETSTORE_SANDBOX_PORT=tcp://10.0.0.1:4010, PETSTORE_SANDBOX_PORT_4010_TCP_ADDR, PETSTORE_SANDBOX_SERVICE_HOST. */
const isInjected = (name: string, value: string) => /^(PORT_\d+_|SERVICE_)/.test(name) || (name === 'PORT' && value.includes('://'))

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['0', 'false', 'no', 'off']

/**
 * Deletes three kinds of variables from the environment: injected variables, known variables that are empty, and switches that are
 * off. Returns a warning for each unknown variable. Throws a StartError for a switch that is neither on nor off.
 */
export function readEnvironment(env: NodeJS.ProcessEnv, program: Command): string[] {
  const options = program.commands.flatMap((command) => command.options)
  const known = new Map(options.flatMap((option) => (option.envVar === undefined ? [] : [[option.envVar, option]])))
  const warnings: string[] = []
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
