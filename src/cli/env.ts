// `petstore-sandbox env`: the variables that point a client at a sandbox.

import { type Command, Option } from 'commander'
import { loadOwnContract } from '../package-files.ts'
import { StartError } from '../problem.ts'
import { isWorldName, WORLD_NAME_RULE } from '../world-name.ts'
import { renderKey } from '../worlds/keys.ts'
import { type Address, originOf, withAddress } from './address.ts'

interface EnvOptions extends Address {
  readonly format: keyof typeof FORMATS
  readonly plan: string
  readonly world?: string
}

const FORMATS = {
  shell: (name: string, value: string) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  dotenv: (name: string, value: string) => `${name}=${value}`,
  github: (name: string, value: string) => `${name}=${value}`,
}

export function addEnv(program: Command, process: NodeJS.Process): void {
  withAddress(program.command('env').description('print the variables that point a client at a sandbox'))
    .addOption(
      new Option('--format <format>', 'how to write them; github is for >> "$GITHUB_ENV"').choices(Object.keys(FORMATS)).default('shell'),
    )
    .option('--plan <plan>', 'of the key', 'enterprise')
    .option('--world <name>', 'of the key; default: the world default')
    .action(async (options: EnvOptions) => {
      for (const [name, value] of Object.entries(await readVariables(options)))
        process.stdout.write(`${FORMATS[options.format](name, value)}\n`)
    })
}

async function readVariables({ plan, world, ...address }: EnvOptions): Promise<Record<string, string>> {
  const { basePath, plans } = await loadOwnContract()
  const names = plans.map(({ name }) => name)
  if (!names.includes(plan)) throw new StartError(`--plan ${plan}: there are ${names.join(', ')}`)
  if (world !== undefined && !isWorldName(world)) throw new StartError(`--world ${world}: ${WORLD_NAME_RULE}`)
  return { PETSTORE_BASE_URL: originOf(address) + basePath, PETSTORE_API_KEY: renderKey(plan, world) }
}
