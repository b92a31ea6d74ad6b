// `petstore-sandbox env`: the variables that point a client at a sandbox.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { trustVariables } from '../client/client-variables.ts'
import { StartError } from '../ground/problem.ts'
import { quoteAlways } from '../ground/words.ts'
import { renderKnownKey } from '../ground/world-name.ts'
import { loadOwnContract } from '../package-files.ts'
import { type DriveOptions, placeOf, withAddress, withAuthority } from './drive.ts'
import { PREFIX, withPlan } from './start-options.ts'

interface EnvOptions extends Omit<DriveOptions, 'format'> {
  readonly format: keyof typeof FORMATS
  readonly plan: string
  readonly world?: string
  readonly tlsCert?: string
}

const assign = (name: string, value: string) => `${name}=${value}`

const FORMATS = {
  shell: (name: string, value: string) => `export ${name}=${quoteAlways(value)}`,
  dotenv: assign,
  github: assign,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
}

export function addEnv(program: Command, process: NodeJS.Process): void {
  const format = new Option('--format <format>', 'how to write the variables; github is for >> "$GITHUB_ENV"')
  const command = withAddress(program.command('env').description('print the variables that point a client at a sandbox'))
  withPlan(command.addOption(format.choices(Object.keys(FORMATS)).default('shell')))
  withAuthority(command.option('--world <name>', 'the world of the key; default: the world named default'))
  command.action(async (options: EnvOptions) => {
    const { basePath, plans } = await loadOwnContract()
    const { plan, world, format } = options
    const names = plans.map(({ name }) => name)
    const origin = placeOf(options)
    const own = { PETSTORE_BASE_URL: origin + basePath, PETSTORE_API_KEY: renderKnownKey(names, plan, world), [`${PREFIX}URL`]: origin }
    for (const [name, value] of Object.entries({ ...own, ...readTrust(origin, options) }))
      process.stdout.write(`${FORMATS[format](name, value)}\n`)
  })
}

/** With HTTPS: the variables by which clients find the file to trust. */
function readTrust(origin: string, { ca, data, tls, tlsCert }: EnvOptions): Record<string, string> {
  // The user gave the certificate, so the user also has to point clients at its authority.
  if (!origin.startsWith('https:') || (ca === undefined && tlsCert !== undefined)) return {}
  const file = resolve(ca ?? join(data, 'ca.pem'))
  if (existsSync(file)) return trustVariables(file)
  // A sandbox on another machine may have a certificate that everybody trusts.
  if (ca === undefined && tls !== true) return {}
  throw new StartError(
    `${file}: there is no such file: start the sandbox first, or give the file with --ca, or its directory with --data`,
    3,
  )
}
