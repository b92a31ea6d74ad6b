// `petstore-sandbox env`: the variables that point a client at a sandbox.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { refuseUnknownPlan, trustVariables } from '../examine/client-variables.ts'
import { StartError } from '../ground/problem.ts'
import { quoteAlways } from '../ground/shell.ts'
import { describeNoWorld, isWorldName, renderKey } from '../ground/world-name.ts'
import { loadOwnContract } from '../package-files.ts'
import { type Address, type Authority, placeOf, withAddress, withAuthority } from './drive.ts'
import { PREFIX } from './start-options.ts'

interface EnvOptions extends Address, Authority {
  readonly format: keyof typeof FORMATS
  readonly plan: string
  readonly world?: string
  readonly tlsCert?: string
}

const FORMATS = {
  shell: (name: string, value: string) => `export ${name}=${quoteAlways(value)}`,
  dotenv: (name: string, value: string) => `${name}=${value}`,
  github: (name: string, value: string) => `${name}=${value}`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
}

export function addEnv(program: Command, process: NodeJS.Process): void {
  const command = withAddress(program.command('env').description('print the variables that point a client at a sandbox'))
    .addOption(
      new Option('--format <format>', 'how to write the variables; github is for >> "$GITHUB_ENV"')
        .choices(Object.keys(FORMATS))
        .default('shell'),
    )
    .option('--plan <plan>', 'the plan of the key that the client gets', 'enterprise')
    .option('--world <name>', 'the world of the key; default: the world named default')
  withAuthority(command).action(async (options: EnvOptions) => {
    const variables = { ...(await readVariables(options)), ...readTrust(options) }
    for (const [name, value] of Object.entries(variables)) process.stdout.write(`${FORMATS[options.format](name, value)}\n`)
  })
}

async function readVariables({ plan, world, ...address }: EnvOptions): Promise<Record<string, string>> {
  const { basePath, plans } = await loadOwnContract()
  const names = plans.map(({ name }) => name)
  refuseUnknownPlan(plan, names)
  if (world !== undefined && !isWorldName(world)) throw new StartError(`--world ${world}: ${describeNoWorld(world)}`)
  const origin = placeOf(address)
  return { PETSTORE_BASE_URL: origin + basePath, PETSTORE_API_KEY: renderKey(plan, world), [`${PREFIX}URL`]: origin }
}

/** With HTTPS: the variables by which clients find the file to trust. */
function readTrust({ ca, data, tlsCert, ...address }: EnvOptions): Record<string, string> {
  // The user gave the certificate, so the user also has to point clients at its authority.
  if (!placeOf(address).startsWith('https:') || (ca === undefined && tlsCert !== undefined)) return {}
  const file = resolve(ca ?? join(data, 'ca.pem'))
  if (existsSync(file)) return trustVariables(file)
  // A sandbox on another machine may have a certificate that everybody trusts.
  if (ca === undefined && address.tls !== true) return {}
  throw new StartError(
    `${file}: there is no such file: start the sandbox first, or give the file with --ca, or its directory with --data`,
    3,
  )
}
