// How fast the sandbox is beside the framework it stands on. Every round measures all cases one after the other,
// so that a noisy machine is noisy for each; what counts are the ratios of the medians.
//
//   npm run bench                     five rounds of two seconds a case: about two minutes
//   npm run bench -- --rounds 3 --seconds 1 --json

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'

interface Target {
  readonly url: string
  readonly child: ChildProcess
}

interface Case {
  readonly name: string
  readonly target: string
  readonly path: string
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly expected: number
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
})
const HUGE = '1000000000/1000000000'
const KEY = { authorization: 'Bearer sandbox_enterprise' }
const NEW_PET = '{"name":"Rex","categoryId":1,"status":"available"}'

const CASES: readonly Case[] = [
  { name: 'baseline: GET one', target: 'baseline', path: '/pets/7', expected: 200 },
  { name: 'GET one', target: 'reads', path: '/pets/7', headers: KEY, expected: 200 },
  { name: 'GET one, log in a pipe', target: 'with log', path: '/pets/7', headers: KEY, expected: 200 },
  { name: 'baseline: list of 20', target: 'baseline', path: '/pets', expected: 200 },
  { name: 'list of 20', target: 'reads', path: '/pets', headers: KEY, expected: 200 },
  {
    name: 'forced 429',
    target: 'reads',
    path: '/pets/7',
    headers: { ...KEY, 'sandbox-scenario': 'rate-limited;retry-after=5' },
    expected: 429,
  },
  { name: 'create, at 100', target: 'at 100', path: '/pets', headers: KEY, body: NEW_PET, expected: 201 },
  { name: 'create, at 100,000', target: 'at 100,000', path: '/pets', headers: KEY, body: NEW_PET, expected: 201 },
]

/** Each figure as a ratio to another, and what it should reach. */
const RATIOS: readonly [name: string, of: string, to: string, goal: number][] = [
  ['GET one', 'GET one', 'baseline: GET one', 0.7],
  ['GET one, log in a pipe', 'GET one, log in a pipe', 'GET one', 0.8],
  ['list of 20', 'list of 20', 'baseline: list of 20', 0.7],
  ['429 forced by header, against GET one', 'forced 429', 'GET one', 1],
  ['429 forced by header, against a list of 20', 'forced 429', 'list of 20', 1],
  ['create, against the GET of the baseline', 'create, at 100', 'baseline: GET one', 0.5],
  ['create at 100,000, against at 100', 'create, at 100,000', 'create, at 100', 0.9],
]

async function main(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'petstore-sandbox-bench-'))
  const targets = new Map<string, Target>()
  const rates = new Map<string, number[]>(CASES.map(({ name }) => [name, []]))
  try {
    const options = (name: string, size: number, log: string) => [
      '--port',
      '0',
      '--data',
      join(directory, name),
      '--size',
      String(size),
      '--enterprise-limits',
      HUGE,
      '--log',
      log,
    ]
    const main = '../src/main.ts'
    targets.set('baseline', await launch('./baseline.ts', []))
    targets.set('reads', await launch(main, options('reads', 100, 'silent')))
    targets.set('at 100', await launch(main, options('small', 100, 'silent')))
    targets.set('with log', await launch(main, options('log', 100, 'json')))
    targets.set('at 100,000', await launch(main, options('large', 100_000, 'silent')))
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      for (const one of CASES) {
        process.stderr.write(`\r\x1b[K${round === 0 ? 'warming up' : `round ${round} of ${values.rounds}`}: ${one.name}`)
        const rate = await measure(one, targets.get(one.target) as Target)
        if (round > 0) rates.get(one.name)?.push(rate)
      }
    }
    process.stderr.write('\r\x1b[K')
    report(rates)
  } finally {
    for (const { child } of targets.values()) await stop(child)
    await rm(directory, { recursive: true, force: true })
  }
}

/** Starts a server in a process of its own and waits for the URL in its output. */
async function launch(file: string, args: string[]): Promise<Target> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const found = /"url":"([^"]+)"/.exec(String(chunk))?.[1]
      if (found) resolve(found)
    })
    child.on('exit', () => reject(new Error(`${file} ended`)))
  })
  return { url, child }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function measure({ path, headers = {}, body, expected, name }: Case, { url }: Target): Promise<number> {
  const result = await autocannon({
    url: url + path,
    connections: 50,
    duration: Number(values.seconds),
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body }),
  })
  const counts = result as unknown as { statusCodeStats: Record<string, { count: number }> }
  const fitting = counts.statusCodeStats[expected]?.count ?? 0
  const all = Object.values(counts.statusCodeStats).reduce((sum, { count }) => sum + count, 0)
  if (fitting < all * 0.99) throw new Error(`${name}: ${all - fitting} of ${all} replies were not ${expected}`)
  return result.requests.average
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function report(rates: ReadonlyMap<string, readonly number[]>): void {
  const rateOf = (name: string) => median(rates.get(name) ?? [])
  const rows = RATIOS.map(([name, of, to, goal]) => ({
    name,
    ratio: Number((rateOf(of) / rateOf(to)).toFixed(2)),
    goal,
    perSecond: Math.round(rateOf(of)),
    baseline: Math.round(rateOf(to)),
  }))
  if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
  else
    process.stdout.write(
      `| what | requests a second | beside | ratio | goal |\n| --- | ---: | ---: | ---: | ---: |\n${rows.map(({ name, perSecond, baseline, ratio, goal }) => `| ${name} | ${perSecond} | ${baseline} | ${ratio} | ${goal} |`).join('\n')}\n`,
    )
}

await main()
