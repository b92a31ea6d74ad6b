// `npm run stress`: attacks the built sandbox with clients that send too much, or do not read. Each attack of the table runs against
// a sandbox with a small heap. Meanwhile another client asks for one animal again and again. The output has the waits of this
// client, and the memory of the sandbox.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createSay } from '../progress.ts'
import { type Server, Servers } from '../servers.ts'
import { KEY, ROOT, SANDBOX, type Target } from '../targets.ts'
import type { Attack } from './attack.ts'
import { attacks } from './attacks.ts'
import { readArguments } from './read-arguments.ts'

import { watch } from './watch.ts'

const HEAP_MIB = 512

const HELP = `Attacks the built sandbox, which has a heap of ${HEAP_MIB} MiB, and measures how long another client waits meanwhile.

  npm run stress                              every attack except endurance; takes about three minutes
  npm run stress -- unread-lists hard-json    only these attacks
  npm run stress -- endurance --minutes 10    mixed calls at full rate, with the memory of each minute

Attacks:
${Object.entries(attacks)
  .map(([name, { summary }]) => `  ${name.padEnd(16)} ${summary}`)
  .join('\n')}

The exit code is 1 when the sandbox ended, or did not answer the other client, or when an attack failed. Memory is read from /proc, so only on Linux.
`

async function main(args: string[]): Promise<number> {
  const read = readArguments(args, attacks, 'minutes', '10', HELP)
  if (typeof read === 'number') return read
  const { names: named, number: minutes } = read
  const say = createSay()
  say('building')
  execFileSync(process.execPath, [join(ROOT, 'build', 'build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const root = mkdtempSync(join(tmpdir(), 'petstore-sandbox-stress-'))
  const servers = new Servers(root)
  process.on('exit', () => {
    servers.killAll()
    rmSync(root, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
  const names = named.length > 0 ? named : Object.keys(attacks).filter((name) => name !== 'endurance')
  let code = 0
  for (const name of names) {
    const attack = attacks[name] as Attack
    say(name)
    const server = await servers.start(SMALL)
    const { lines, failed } = await suffer(name, attack, server, minutes)
    await server.stop()
    say()
    process.stdout.write(`${name}: ${attack.summary}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    if (failed) code = 1
  }
  return code
}

const FAILED = 'the attack failed'
const LEFT_FILE = 'left-after-collection'

/** The directory of the sandbox. It writes the size of the memory in use into a file there. */
let directory = ''
const SMALL: Target = {
  ...SANDBOX,
  prepare: async (start) => {
    directory = start.directory
    const collect = new URL(`collect.ts?file=${join(directory, LEFT_FILE)}`, import.meta.url).href
    const flags = [`--max-old-space-size=${HEAP_MIB}`, '--expose-gc', '--import', collect]
    return [...flags, ...(await SANDBOX.prepare(start))]
  },
}

/** The MiB that the sandbox cannot free; undefined when it does not answer. */
async function left(server: Server): Promise<number | undefined> {
  const file = join(directory, LEFT_FILE)
  rmSync(file, { force: true })
  server.signal('SIGUSR2')
  for (let tries = 0; tries < 100 && !existsSync(file); tries += 1) await sleep(100)
  return existsSync(file) ? Math.round(Number(readFileSync(file, 'utf8')) / 1024 / 1024) : undefined
}

/** Runs one attack in a thread of its own, so that the attack does not slow the other client. */
async function suffer(name: string, attack: Attack, server: Server, minutes: number): Promise<{ lines: string[]; failed: boolean }> {
  const origin = server.url
  await attack.prepare?.(origin)
  const before = await left(server)
  const watched = watch(server, `${origin}/v1/pets/1`, { authorization: `Bearer ${KEY}` })
  const worker = new Worker(new URL('attacker.ts', import.meta.url), { workerData: { name, origin, minutes } })
  const ended = new Promise<string>((resolve) => {
    worker.once('message', resolve)
    worker.once('error', (error) => resolve(`${FAILED}: ${error.message}`))
  })
  const result = await ended
  await worker.terminate()
  const { waits, failures, memory } = await watched.end()
  // The sandbox needs a moment to close the connections of the attack.
  await sleep(3000)
  const after = await left(server)
  const longest = Math.max(0, ...waits)
  const lines = [
    result,
    `the other client: ${waits.length} calls, the longest took ${longest.toFixed(0)} ms, ${failures} failed`,
    ...(memory ? [`resident memory in MiB: ${memory.before} before, ${memory.peak} at most`] : []),
    `memory in use after a garbage collection in MiB: ${before} before, ${after} after`,
    ...(name === 'endurance' && memory ? [`memory in MiB after each minute: ${memory.minutes.join(', ')}`] : []),
  ]
  return { lines, failed: failures > 0 || waits.length === 0 || result.startsWith(FAILED) }
}

process.exitCode = await main(process.argv.slice(2))
