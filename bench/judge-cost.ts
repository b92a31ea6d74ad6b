// `npm run bench -- judge-cost`: compares the cost of judging a request with the cost of answering it, and measures the time of a report
// and the memory of the judge. It measures processor time, because other programs on the machine disturb it less.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Exchange } from '../src/ground/generated/control.ts'
import { VirtualSandbox } from './judge/virtual-sandbox.ts'
import { makeLoad } from './load/generator.ts'
import { readProcessorTime } from './processor-time.ts'
import { KEY, NODE_OPTIONS, ROOT } from './targets.ts'

const SECONDS = 3
const FED = 200_000
const LONG = 100_000
const PORT = 41_870

const CASES: readonly (readonly [name: string, path: string, headers: Readonly<Record<string, string>>])[] = [
  ['GET one', '/v1/pets/1', {}],
  ['list of 20', '/v1/pets?limit=20', {}],
  ['forced 429', '/v1/pets', { 'Sandbox-Scenario': 'rate-limited' }],
]

async function main(): Promise<void> {
  const server = await startServer()
  try {
    process.stdout.write('| | the whole request, µs | the judge, µs | part |\n| --- | ---: | ---: | ---: |\n')
    for (const [name, path, headers] of CASES) {
      const whole = await measureRequest(server, path, { authorization: `Bearer ${KEY}`, 'user-agent': 'pet-client/1', ...headers })
      const judged = measureJudge(await lastExchange())
      process.stdout.write(`| ${name} | ${whole.toFixed(1)} | ${judged.toFixed(2)} | 1/${(whole / judged).toFixed(0)} |\n`)
    }
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  measureReport()
}

async function startServer(): Promise<ChildProcess> {
  const args = ['start', '--port', String(PORT), '--ephemeral', '--log', 'silent', '--enterprise-limits', '1000000000/1000000000']
  const server = spawn(process.execPath, [...NODE_OPTIONS, join(ROOT, 'src', 'main.ts'), ...args], { stdio: 'ignore' })
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isUp()) return server
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no sandbox started on port ${PORT}`)
}

const isUp = () =>
  fetch(`http://127.0.0.1:${PORT}/_sandbox/health`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Microseconds of processor time that the server takes for a whole request. */
async function measureRequest(server: ChildProcess, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const job = { port: PORT, path, headers, connections: 32, seconds: SECONDS }
  await makeLoad(job)
  const before = readProcessorTime(server.pid) ?? 0
  const { statuses } = await makeLoad(job)
  const used = (readProcessorTime(server.pid) ?? 0) - before
  return used / Object.values(statuses).reduce((sum, count) => sum + count, 0)
}

async function lastExchange(): Promise<Exchange> {
  const response = await fetch(`http://127.0.0.1:${PORT}/_sandbox/requests`)
  const last = ((await response.json()) as Exchange[]).findLast(({ closed }) => closed)
  if (last === undefined) throw new Error('the journal is empty')
  return last
}

/** Microseconds of processor time that the judge takes for an exchange of this kind. */
function measureJudge(exchange: Exchange): number {
  const { judge } = new VirtualSandbox()
  const feed = (act: (exchange: Exchange) => void, times: number) => {
    const before = process.cpuUsage()
    for (let number = 1; number <= times; number += 1) act(copy(exchange, number))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / times
  }
  let kept = 0
  feed((exchange) => judge.closed(exchange), FED / 4)
  const judged = feed((exchange) => judge.closed(exchange), FED)
  const copying = feed(({ number }) => {
    kept += number
  }, FED)
  return kept > 0 ? judged - copying : judged
}

/** A copy of the exchange, `number` milliseconds later. */
const copy = (exchange: Exchange, number: number): Exchange => {
  const { arrived, replied = arrived, closed = arrived, connection } = exchange
  const later = ({ real, monotonic, world }: typeof arrived) => ({
    real: real + number,
    monotonic: monotonic + number,
    world: world + number,
  })
  const moments = { arrived: later(arrived), replied: later(replied), closed: later(closed) }
  return { ...exchange, ...moments, number, id: `req_x_${number}`, connection: { ...connection, use: connection.use + number, inUse: 1 } }
}

/** Ordinary calls, a call that comes again after a 503, and a refused one. */
function playSuite(sandbox: VirtualSandbox, suite: number): void {
  for (let page = 1; page < 20; page += 1) sandbox.call({ query: `limit=${page}` })
  for (const status of [503, 503, 200]) sandbox.call({ query: `limit=${suite % 100}` }, { status, retryAfter: 1, passes: 'used-up' })
  sandbox.call({ query: 'limit=0' }, { status: 400 })
}

/** Feeds test suites in many worlds to the judge, and measures its reports. */
function measureReport(): void {
  const sandbox = new VirtualSandbox()
  const fill = (exchanges: number) => {
    for (let suite = 0; sandbox.exchanges < exchanges; suite += 1) {
      sandbox.world = `w${suite % 200}`
      sandbox.session += 1
      playSuite(sandbox, suite)
      sandbox.sleep(1000)
    }
  }
  process.stdout.write('\n| exchanges judged | a report, ms of processor time | heap, MiB |\n| ---: | ---: | ---: |\n')
  for (const amount of [LONG / 10, LONG, LONG * 5]) {
    fill(amount)
    const times = Array.from({ length: 15 }, () => {
      const from = process.cpuUsage()
      sandbox.report()
      const { user, system } = process.cpuUsage(from)
      return (user + system) / 1000
    }).sort((one, other) => one - other)
    globalThis.gc?.()
    const heap = process.memoryUsage().heapUsed / 1024 / 1024
    process.stdout.write(`| ${amount.toLocaleString('en')} | ${(times[7] ?? 0).toFixed(0)} | ${heap.toFixed(0)} |\n`)
  }
}

await main()
