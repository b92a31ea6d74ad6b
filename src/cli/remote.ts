// The commands that talk to, or about, a sandbox which runs already: env, health, wait.

import { get as getPlainly } from 'node:http'
import { get as getSecurely } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { renderKey } from '../keys.ts'
import { messageOf, StartError } from '../problem.ts'
import { loadOwnContract } from '../sandbox.ts'
import { isWorldName, WORLD_NAME_RULE } from '../world-name.ts'
import { PREFIX } from './environment.ts'
import { seconds, wholeNumber } from './values.ts'

interface RemoteOptions {
  url?: string
  host: string
  port: number
  tls?: boolean
}

const FORMATS = {
  shell: (name: string, value: string) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  dotenv: (name: string, value: string) => `${name}=${value}`,
  github: (name: string, value: string) => `${name}=${value}`,
}

const POLL_MS = 100
const PATIENCE_MS = 3000

export function addRemote(program: Command, process: NodeJS.Process): void {
  withAddress(program.command('env').description('print the variables that point a client at a sandbox'))
    .addOption(
      new Option('--format <format>', 'how to write them; github is for >> "$GITHUB_ENV"').choices(Object.keys(FORMATS)).default('shell'),
    )
    .option('--plan <plan>', 'of the key', 'enterprise')
    .option('--world <name>', 'of the key; default: the world default')
    .action(async (options: RemoteOptions & { format: keyof typeof FORMATS; plan: string; world?: string }) => {
      const { format, plan, world } = options
      const { basePath, plans } = await loadOwnContract()
      if (!plans.some(({ name }) => name === plan))
        throw new StartError(`--plan ${plan}: there are ${plans.map(({ name }) => name).join(', ')}`)
      if (world !== undefined && !isWorldName(world)) throw new StartError(`--world ${world}: ${WORLD_NAME_RULE}`)
      const write = FORMATS[format]
      const url = originOf(options) + basePath
      process.stdout.write(`${write('PETSTORE_BASE_URL', url)}\n${write('PETSTORE_API_KEY', renderKey(plan, world))}\n`)
    })
  withAddress(program.command('health').description('ask once whether a sandbox answers and can store; exit code 3 when not')).action(
    async (options: RemoteOptions) => {
      const answer = await ask(originOf(options))
      process.stdout.write(`${answer}\n`)
    },
  )
  withAddress(program.command('wait').description('wait until a sandbox answers'))
    .option('--timeout <seconds>', 'give up after so long', seconds, 30)
    .action(async (options: RemoteOptions & { timeout: number }) => {
      const answer = await waitFor(originOf(options), options.timeout)
      process.stdout.write(`${answer}\n`)
    })
}

/** The same settings as start has, so that a container's own commands find its sandbox. */
function withAddress(command: Command): Command {
  return command
    .option('--url <url>', 'the address of the sandbox, in place of host and port')
    .addOption(new Option('--host <address>', 'where it listens').default('127.0.0.1').env(`${PREFIX}HOST`))
    .addOption(new Option('--port <n>', 'its port').default(4010).argParser(wholeNumber(1, 65_535)).env(`${PREFIX}PORT`))
    .addOption(new Option('--tls', 'it serves HTTPS').env(`${PREFIX}TLS`))
}

function originOf({ url, host, port, tls }: RemoteOptions): string {
  if (url === undefined)
    return `${tls ? 'https' : 'http'}://${host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host}:${port}`
  if (!URL.canParse(url)) throw new StartError(`--url ${url}: write an address as http://127.0.0.1:4010`)
  return new URL(url).origin
}

/** Resolves with a line for people. Throws a StartError with exit code 3 when no healthy sandbox answers. */
async function ask(origin: string): Promise<string> {
  const { status, text } = await get(`${origin}/_sandbox/health`).catch((error) => {
    throw new StartError(`${origin}: no sandbox answers: ${error.code ?? ''} ${messageOf(error)}`, 3)
  })
  const { status: health, detail } = parseObject(text)
  if (status === 200 && health === 'ok') return `${origin}: ok`
  throw new StartError(`${origin}: ${detail ?? 'this is no sandbox, or not a healthy one'}`, 3)
}

/** Asked whether it lives, a sandbox need not be trusted: its certificate may be one of its own. */
function get(url: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? getSecurely : getPlainly)(
      url,
      { rejectUnauthorized: false, timeout: PATIENCE_MS },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode, text }))
      },
    )
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`)))
  })
}

function parseObject(text: string): { status?: string; detail?: string } {
  try {
    return (JSON.parse(text) ?? {}) as { status?: string; detail?: string }
  } catch {
    return {}
  }
}

async function waitFor(origin: string, timeout: number): Promise<string> {
  const deadline = Date.now() + timeout * 1000
  for (;;) {
    try {
      return await ask(origin)
    } catch (error) {
      if (Date.now() >= deadline) throw new StartError(`${messageOf(error)}; gave up after ${timeout} seconds`, 3)
    }
    await sleep(POLL_MS)
  }
}
