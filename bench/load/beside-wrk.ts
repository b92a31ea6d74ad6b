// Checks the load generator against wrk: both make the same loads in turns. Three figures must be nearly the same: p50 and p99 of
// one connection, and the processor time of the server for a request with 32 connections.
//
//   node bench/load/beside-wrk.ts [ROUNDS]

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONNECTIONS } from '../cases.ts'
import { separateCores } from '../cores.ts'
import { Figures } from '../figures.ts'
import { type Server, Servers } from '../servers.ts'
import { BASELINE, type Target } from '../targets.ts'
import { LoadProcess } from './load-process.ts'

const SECONDS = 2
const UNIT_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 }
const PAUSING: Target = {
  ...BASELINE,
  name: 'pauses 8 ms in 100',
  prepare: ({ port }) => [join(import.meta.dirname, 'pausing-server.js'), String(port)],
}

interface Result {
  readonly replies: number
  readonly p50: number
  readonly p99: number
  readonly p99Uncorrected?: number
}
type Generate = (url: string, connections: number) => Promise<Result> | Result

const load = new LoadProcess()

const byOurs: Generate = async (url, connections) => {
  const { replies, latency } = await load.run({ url, headers: {}, expected: 200, connections, seconds: SECONDS })
  return { replies, ...latency }
}

const byWrk: Generate = (url, connections) => {
  const said = execFileSync('wrk', ['-t1', `-c${connections}`, `-d${SECONDS}`, '--latency', url]).toString()
  const percentile = (percent: number) => {
    const [, value, unit = ''] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(said) ?? []
    return Number(value) * (UNIT_MS[unit] ?? Number.NaN)
  }
  return { replies: Number(/(\d+) requests in/.exec(said)?.[1]), p50: percentile(50), p99: percentile(99) }
}

const GENERATORS: readonly [string, Generate][] = [
  ['ours', byOurs],
  ['wrk', byWrk],
]

async function compare(servers: Servers, rounds: number): Promise<void> {
  const figures = new Figures()
  const running: [Target, Server][] = []
  for (const target of [BASELINE, PAUSING]) running.push([target, await servers.start(target)])
  // The first round warms up the servers.
  for (let round = 0; round <= rounds; round += 1)
    for (const [target, server] of running)
      for (const [name, generate] of GENERATORS) {
        const measured = await measure(target, server, generate)
        if (round > 0) for (const [what, value] of Object.entries(measured)) figures.add(`${target.name}, by ${name}`, what, value)
      }
  for (const [, server] of running) await server.stop()
  for (const [target, measured] of Object.entries(figures.toJSON()))
    console.log(
      `${target}: ${Object.entries(measured)
        .map(([what, { median }]) => `${what} ${median?.toFixed(3)}`)
        .join(', ')}`,
    )
}

async function measure({ pets }: Target, server: Server, generate: Generate): Promise<Readonly<Record<string, number>>> {
  const url = `${server.url}${pets}/7`
  const { p50, p99, p99Uncorrected } = await generate(url, 1)
  const before = server.processorTime() ?? Number.NaN
  const { replies } = await generate(url, CONNECTIONS)
  const cost = ((server.processorTime() ?? Number.NaN) - before) / replies
  return {
    'p50 in ms': p50,
    'p99 in ms': p99,
    ...(p99Uncorrected !== undefined && { 'uncorrected p99': p99Uncorrected }),
    'processor time a request in µs': cost,
  }
}

const cores = separateCores()
const root = mkdtempSync(join(tmpdir(), 'petstore-sandbox-bench-'))
const servers = new Servers(root, cores.prefix)
process.on('exit', () => {
  servers.killAll()
  load.stop()
  rmSync(root, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
try {
  execFileSync('wrk', ['--version'], { stdio: 'ignore' })
} catch (error) {
  // wrk prints its version and exits with 1.
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
    console.error('error: wrk is not installed; on Debian: apt-get install wrk')
    process.exit(2)
  }
}
console.log(cores.description)
await compare(servers, Number(process.argv[2] ?? 5))
load.stop()
