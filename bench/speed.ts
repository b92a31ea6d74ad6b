// Measures the processor time of a request, the replies a second, and the slowest replies of one connection. Every round runs
// each case for all targets, one after the other, so that a noisy machine is noisy for all of them.

import { CASES, type Case, CONNECTIONS, FIGURE, NEW_PET } from './cases.ts'
import type { Context } from './context.ts'
import { startMeter } from './processor-time.ts'
import { checkHolds, renew } from './renewal.ts'
import type { Server } from './servers.ts'
import { SANDBOX, type Target } from './targets.ts'

interface SpeedOptions {
  readonly parts: readonly string[]
  readonly rounds: number
  readonly seconds: number
}
type Measured = Readonly<Record<string, number>>

const WARM_UP_SECONDS = 2

/** The first round warms up the servers. Servers run on between rounds, except for cases that need a new process. */
export async function measureSpeed(context: Context, { parts, rounds, seconds }: SpeedOptions): Promise<void> {
  const { targets, figures, say } = context
  const running = new Map<string, Server>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const [one, target] of casesOf(targets, parts)) {
      const isWarmUp = round === 0
      if (figures.hasFailed(target.name, one.name) || (isWarmUp && restarts(one, target))) continue
      say(isWarmUp ? 'warming up' : `round ${round} of ${rounds}`, `${target.name}, ${one.name}`)
      try {
        const measured = restarts(one, target)
          ? await measureAnew(one, target, context, seconds)
          : await measureAgain(one, target, context, { running, round, seconds: isWarmUp ? WARM_UP_SECONDS : seconds })
        if (!isWarmUp) for (const [what, value] of Object.entries(measured)) figures.add(target.name, what, value)
      } catch (error) {
        figures.fail(target.name, one.name, error)
      }
    }
  }
  for (const server of running.values()) await server.stop()
}

const restarts = ({ isFresh, request }: Case, { renewal }: Target) => isFresh || (request === 'create' && renewal === 'restart')

function casesOf(targets: readonly Target[], parts: readonly string[]): [Case, Target][] {
  const cases = CASES.filter(({ part }) => parts.includes(part))
  return cases.flatMap((one) => targets.filter((target) => isFor(one, target)).map((target): [Case, Target] => [one, target]))
}

/** For a target without state the number of pets makes no difference, so one size is enough. */
const isFor = ({ isOwn, size }: Case, target: Target) =>
  isOwn ? target.name === SANDBOX.name : target.renewal !== 'no state' || size === 100

/** Measures in a new process. Only reads may warm it up, because creations would change the number of pets. */
async function measureAnew(one: Case, target: Target, context: Context, seconds: number): Promise<Measured> {
  const server = await context.servers.start(target, { size: one.size })
  try {
    await checkHolds(one, target, server, target.headers)
    const { headers } = target
    const url = `${server.url}${target.pets}/7`
    if (!one.isFresh) await context.load.run({ url, headers, expected: 200, connections: CONNECTIONS, seconds: WARM_UP_SECONDS })
    return await measure(one, target, server, headers, context, seconds)
  } finally {
    await server.stop()
  }
}

async function measureAgain(
  one: Case,
  target: Target,
  context: Context,
  { running, round, seconds }: { running: Map<string, Server>; round: number; seconds: number },
): Promise<Measured> {
  const { size, request, log = false } = one
  const key = [target.name, size, request === 'create', log].join()
  const server = running.get(key) ?? (await context.servers.start(target, { size, log }))
  running.set(key, server)
  const headers = request === 'create' ? await renew(one, target, server, round) : target.headers
  return measure(one, target, server, headers, context, seconds)
}

async function measure(
  one: Case,
  target: Target,
  server: Server,
  headers: Case['headers'],
  { load, cores }: Context,
  seconds: number,
): Promise<Measured> {
  const paths = { one: `${target.pets}/7`, list: target.pets + target.listQuery, create: target.pets }
  const meter = startMeter(server, cores)
  const { replies, perSecond, latency, busy } = await load.run({
    url: server.url + paths[one.request],
    headers: { ...headers, ...one.headers },
    ...(one.request === 'create' && { body: NEW_PET }),
    expected: one.expected,
    connections: one.part === 'tail' ? 1 : CONNECTIONS,
    seconds,
  })
  const { used, others } = meter.read({ seconds: replies / perSecond, busy })
  const { name } = one
  return {
    ...(one.part === 'tail'
      ? { [FIGURE.p50(name)]: latency.p50, [FIGURE.p99(name)]: latency.p99, [FIGURE.uncorrected(name)]: latency.p99Uncorrected }
      : { [FIGURE.rate(name)]: perSecond, [FIGURE.busy(name)]: busy, ...(used !== undefined && { [FIGURE.cost(name)]: used / replies }) }),
    ...(others !== undefined && { [FIGURE.others(name)]: others }),
  }
}
