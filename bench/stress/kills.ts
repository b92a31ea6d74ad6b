// Kills a sandbox again and again in one data directory, while clients create animals and reset worlds. After each kill, each
// acknowledged change must be there exactly once. The next round uses the same directory.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createSay } from '../progress.ts'
import { ROOT } from '../targets.ts'

const HELP = `Kills the built sandbox with SIGKILL at random moments, always in the same data directory, and looks for lost changes.

  npm run stress -- kills               200 kills; takes about five minutes
  npm run stress -- kills --rounds 20
`
const WORLDS = ['default', 'w1', 'w2', 'w3']
const WRITERS = 8
/** The lengths of names. Long names make the log so long that the sandbox folds it now and then. */
const LENGTHS = [4, 500, 20_000]

/** The acknowledged creations: for each world, the names of its animals by their ids. */
type Acknowledged = Map<string, Map<number, string>>

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean', default: false }, rounds: { type: 'string', default: '200' } } })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const rounds = Number(values.rounds)
  if (!(Number.isInteger(rounds) && rounds > 0)) {
    process.stderr.write(`error: --rounds ${values.rounds}: write a number above 0\n`)
    return 2
  }
  const say = createSay()
  say('building')
  execFileSync(process.execPath, [join(ROOT, 'build', 'build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const data = mkdtempSync(join(tmpdir(), 'petstore-sandbox-kills-'))
  let running: ChildProcess | undefined
  process.on('exit', () => {
    running?.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  })
  const acknowledged: Acknowledged = new Map(WORLDS.map((world) => [world, new Map()]))
  const faults: string[] = []
  let creations = 0
  for (let round = 1; round <= rounds && faults.length === 0; round += 1) {
    say(`round ${round} of ${rounds}: ${creations} creations acknowledged`)
    const { child, url } = await serve(data)
    running = child
    faults.push(...(await findFaults(url, acknowledged)))
    const ended = once(child, 'exit')
    setTimeout(() => child.kill('SIGKILL'), 50 + Math.random() * 700)
    const counts = await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(url, round, index, acknowledged, faults)))
    creations += counts.reduce((sum, count) => sum + count, 0)
    await ended
  }
  say()
  process.stdout.write(
    `${rounds} kills, ${creations.toLocaleString('en')} creations acknowledged: ${faults.length === 0 ? 'none was lost, no id came twice' : faults.join('; ')}\n`,
  )
  return faults.length === 0 ? 0 : 1
}

/** Starts the sandbox, and waits for the line that has its URL. */
async function serve(data: string): Promise<{ child: ChildProcess; url: string }> {
  const entry = join(ROOT, 'dist', 'package', 'bin', 'petstore-sandbox.cjs')
  const child = spawn(process.execPath, [entry, '--port', '0', '--data', data, '--limits', 'off', '--log', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { url?: string }
    if (url === undefined) continue
    child.stdout.resume()
    return { child, url }
  }
  throw new Error('the sandbox ended before it listened')
}

const headersOf = (world: string) => ({ authorization: `Bearer sandbox_enterprise_${world}`, 'content-type': 'application/json' })

/** Creates animals until the sandbox is gone, and resolves with how many were acknowledged. */
async function write(url: string, round: number, writer: number, acknowledged: Acknowledged, faults: string[]): Promise<number> {
  let count = 0
  for (let index = 0; ; index += 1) {
    const world = WORLDS[(writer + index) % WORLDS.length] as string
    const own = acknowledged.get(world) as Map<number, string>
    const name = `r${round}w${writer}i${index}-`.padEnd(LENGTHS[round % LENGTHS.length] as number, 'x')
    try {
      const response = await fetch(`${url}/pets`, {
        method: 'POST',
        headers: headersOf(world),
        body: JSON.stringify({ name, categoryId: 1 }),
      })
      const { id } = (await response.json()) as { id: number }
      if (response.status !== 201) faults.push(`${world}: a creation got ${response.status}`)
      if (own.has(id)) faults.push(`${world}: the id ${id} came twice`)
      own.set(id, name)
      count += 1
    } catch {
      return count
    }
  }
}

/** The acknowledged changes that are missing. A large world is then reset, so that rounds stay short. */
async function findFaults(url: string, acknowledged: Acknowledged): Promise<string[]> {
  const origin = new URL(url).origin
  const faults: string[] = []
  for (const [world, own] of acknowledged) {
    const response = await fetch(`${origin}/_sandbox/worlds/${world}/data`)
    if (response.status !== 200) {
      if (own.size > 0) faults.push(`${world} is gone: ${response.status}`)
      continue
    }
    const { pets } = (await response.json()) as { pets: { id: number; name: string }[] }
    const there = new Map(pets.map(({ id, name }) => [id, name]))
    if (there.size < pets.length) faults.push(`${world}: an id stands twice`)
    for (const [id, name] of own) if (there.get(id) !== name) faults.push(`${world}: the animal ${id} was lost`)
    if (own.size < 1000) continue
    const reset = await fetch(`${origin}/_sandbox/worlds/${world}/reset`, { method: 'POST' })
    if (reset.status !== 200) faults.push(`${world}: a reset got ${reset.status}`)
    own.clear()
  }
  return faults.slice(0, 5)
}

process.exitCode = await main(process.argv.slice(2))
