// Ordinary test suites. A careless judge would take them for bad clients. Each suite runs some tests against one world.

import type { Random } from './random.ts'
import type { Answer, Ask } from './virtual-exchange.ts'
import type { VirtualSandbox } from './virtual-sandbox.ts'

export type Suite = (sandbox: VirtualSandbox, random: Random) => void

const POST = { method: 'POST' } as const
const create = (name: string, category = '1'): Ask => ({ ...POST, body: `{"name":"${name}","categoryId":${category}}` })
const CREATED: Answer = { status: 201, body: '{"id":16,"name":"Rex","categoryId":1,"status":"available"}' }
const REMOVED_AFTER = Date.UTC(2031, 0, 1)

/** The errors that a suite forces. */
const ERRORS: readonly Answer[] = [
  { status: 400, passes: 'never' },
  { status: 401, passes: 'never' },
  { status: 404, passes: 'never' },
  { status: 429, retryAfter: 1, passes: 'never' },
  { status: 429, retryAfter: 3, form: 'date', passes: 'never' },
  { status: 500, passes: 'never' },
  { status: 502, passes: 'never' },
  { status: 503, retryAfter: 1, passes: 'never' },
  { fault: 'reset', passes: 'never' },
  { fault: 'truncated', passes: 'never' },
]

const CALLS: readonly Ask[] = [{}, { query: 'limit=2' }, { path: '/v1/store/orders' }, { query: 'status=sold' }]

/** The time that a test needs for its other work. */
const pause = (sandbox: VirtualSandbox, random: Random) => sandbox.sleep(random.magnitude(0.5, 200))

export const suites: Readonly<Record<string, Suite>> = {
  'the same error in five tests, one after the other': inTurn,
  'the same error in five tests, in parallel': inParallel,
  'eight equal calls at once, each with its own back-off': togetherWithBackOff,
  'four tests in turn, each with a client that backs off': inTurnWithBackOff,
  'four calls in one named test, by a client that backs off': namedWithBackOff,
  'negative tests without expect': (sandbox, random) => negatives(sandbox, random, false),
  'negative tests with expect': (sandbox, random) => negatives(sandbox, random, true),
  'calls that set up and clean up': setUps,
  'POST {} among valid creations': emptyCreation,
  'three equal fixtures at once, the first reply lost': equalFixtures,
  'two equal fixtures at once, the first reply lost': (sandbox, random) => equalFixtures(sandbox, random, 2),
  'a boundary test with 2^53 + 1 and 2^53': boundary,
  'a clock set to 2031': in2031,
  'scenarios put and worlds reset in between': switches,
  'a mocked sleep, with the clock advanced': mockedSleep,
  'all of these in one world': (sandbox, random) => {
    for (const suite of shuffle([inTurn, inParallel, setUps, emptyCreation, equalFixtures, boundary, switches, mockedSleep], random)) {
      suite(sandbox, random)
      pause(sandbox, random)
    }
  },
}

function inTurn(sandbox: VirtualSandbox, random: Random): void {
  const answer = random.pick(ERRORS)
  const ask = { ...random.pick(CALLS), ...switchOf(random, answer) }
  for (let test = 0; test < 5; test += 1) {
    sandbox.call(ask, { ...answer, took: random.magnitude(0.5, 20) })
    pause(sandbox, random)
  }
}

/** Asks for the error by base URL or by header. All calls of the five tests ask in the same way. */
const switchOf = (random: Random, { status, fault, form }: Answer): Ask => {
  const name = fault ?? `error-${status}-${form}`
  return random.next() < 0.5 ? { prefix: `/~${name}` } : { headers: { 'Sandbox-Scenario': name } }
}

function inParallel(sandbox: VirtualSandbox, random: Random): void {
  const answer = random.pick(ERRORS)
  const ask = { ...random.pick(CALLS), ...switchOf(random, answer) }
  const events = Array.from({ length: 5 }, () => {
    const from = random.magnitude(0.5, 50)
    return { from, to: from + random.magnitude(0.5, 50) }
  })
  runTogether(sandbox, events, ask, () => answer)
}

/** Starts and ends calls at these times, in milliseconds from now. */
function runTogether(
  sandbox: VirtualSandbox,
  events: readonly { from: number; to: number }[],
  ask: Ask,
  answerTo: (index: number) => Answer,
  /** Each call has a connection of its own, and all connections open at once. */
  isOpenedFirst = false,
): void {
  const begin = sandbox.now
  const pending = new Map<number, ReturnType<VirtualSandbox['begin']>>()
  const points = events.flatMap(({ from, to }, index) => [
    { at: from, index, begins: true },
    { at: to, index, begins: false },
  ])
  for (const { at, index, begins } of points.sort((one, other) => one.at - other.at)) {
    sandbox.now = begin + at
    const under = pending.get(index)
    if (begins) pending.set(index, sandbox.begin(ask, undefined, isOpenedFirst ? begin : undefined))
    else if (under) sandbox.end(under, answerTo(index))
  }
}

/** The sandbox answers each call before it reads the next call, so that two calls are never open at the same time. */
function togetherWithBackOff(sandbox: VirtualSandbox, random: Random): void {
  const answer = random.pick(ERRORS)
  const ask = { ...random.pick(CALLS), ...switchOf(random, answer), ...(random.next() < 0.5 && { testCase: { name: 'all at once' } }) }
  const begin = sandbox.now
  const calls = Array.from({ length: 8 }, () => callsWithBackOff(random, answer)).flatMap((times) =>
    times.map((at, index) => ({ at, index })),
  )
  for (const { at, index } of calls.sort((one, other) => one.at - other.at)) {
    sandbox.now = Math.max(sandbox.now, begin + at)
    const pending = sandbox.begin(ask, undefined, index === 0 ? begin : undefined)
    sandbox.sleep(0.3)
    sandbox.end(pending, answer)
  }
}

/** The times, in milliseconds, at which a client with a back-off sends a call and its retries. */
function callsWithBackOff(random: Random, { retryAfter = 0 }: Answer): number[] {
  const base = random.pick([100, 300, 500, 1000])
  let at = random.between(0, 3)
  return [0, 1, 2, 3, 4, 5].map((tries) => {
    if (tries > 0) at += Math.max(base * 2 ** (tries - 1), retryAfter * 1000) + random.between(1, 20)
    return at
  })
}

/** Without refusals as 400: a good client does not send them again, but a test may. */
function namedWithBackOff(sandbox: VirtualSandbox, random: Random): void {
  const errors = ERRORS.filter(({ status = 500 }) => status === 429 || status >= 500)
  backOffInTurn(sandbox, random, random.pick(errors), { testCase: { name: 'calls four times' } })
}

function inTurnWithBackOff(sandbox: VirtualSandbox, random: Random): void {
  backOffInTurn(sandbox, random, random.pick(ERRORS), {})
}

function backOffInTurn(sandbox: VirtualSandbox, random: Random, answer: Answer, named: Ask): void {
  const ask = { ...random.pick(CALLS), ...switchOf(random, answer), ...named }
  const constant = random.next() < 0.5
  for (let test = 0; test < 4; test += 1) {
    const begin = sandbox.now
    for (const [tries, at] of callsWithBackOff(random, answer).entries()) {
      sandbox.now = Math.max(sandbox.now, constant ? begin + tries * Math.max(1000, (answer.retryAfter ?? 0) * 1000 + 10) : begin + at)
      sandbox.call(ask, answer)
    }
    sandbox.sleep(random.between(1, 30))
  }
}

function negatives(sandbox: VirtualSandbox, random: Random, isAnnounced: boolean): void {
  const refusals: readonly (readonly [Ask, number])[] = [
    [{ query: 'limit=0' }, 400],
    [{ query: 'limit=101' }, 400],
    [{ query: 'status=lost' }, 400],
    [{ ...POST, body: '{"name":"Rex"}' }, 400],
    [{ ...POST, body: '{"name":' }, 400],
    [{ path: '/v1/pets/4711' }, 404],
    [{ path: '/v1/nothing' }, 404],
  ]
  for (const [ask, status] of shuffle(refusals, random)) {
    for (let calls = random.whole(2, 4); calls > 0; calls -= 1) sandbox.call(random.pick(CALLS))
    sandbox.call(create(`Rex ${random.whole(1, 9)}`), CREATED)
    sandbox.call(create('Mia'), CREATED)
    const named = isAnnounced && { testCase: { name: `refuses ${ask.query ?? ask.body ?? ask.path}`, expect: [status] } }
    sandbox.call({ ...ask, ...named }, { status })
    pause(sandbox, random)
  }
  sandbox.call({}, { status: 401 }, { userAgent: 'pet-client/1.2' })
}

function setUps(sandbox: VirtualSandbox, random: Random): void {
  for (let test = random.whole(5, 25); test > 0; test -= 1) {
    for (let fixtures = random.whole(1, 3); fixtures > 0; fixtures -= 1) sandbox.call(create('Rex'), CREATED)
    sandbox.call(random.pick(CALLS))
    sandbox.call({ path: '/v1/pets/1' }, random.next() < 0.2 ? { status: 404 } : {})
    pause(sandbox, random)
  }
}

function emptyCreation(sandbox: VirtualSandbox, random: Random): void {
  for (let test = 0; test < 3; test += 1) sandbox.call(create(`Rex ${test}`), CREATED)
  sandbox.call({ ...POST, body: '{}' }, { status: 400 })
  pause(sandbox, random)
  sandbox.call(create('Mia'), CREATED)
}

function equalFixtures(sandbox: VirtualSandbox, random: Random, count = 3): void {
  const first = random.between(0.2, 2)
  const events = Array.from({ length: count }, () => {
    const from = random.between(0, 1.5)
    return { from, to: from + first }
  })
  const lost = events.findIndex(({ from }) => from === Math.min(...events.map((one) => one.from)))
  const asked = { ...create('Rex'), prefix: '/~lost-reply' }
  const answerTo = (index: number): Answer => (index === lost ? { fault: 'reset', carriedOut: true, passes: 'used-up' } : CREATED)
  runTogether(sandbox, events, asked, answerTo, count === 2)
}

function boundary(sandbox: VirtualSandbox, random: Random): void {
  for (const value of shuffle(['9007199254740993', '9007199254740992', '9223372036854775807'], random))
    sandbox.call(create('Rex', value), {
      status: 201,
      body: `{"id":${random.whole(16, 99)},"name":"Rex","categoryId":${value},"status":"available"}`,
    })
}

function in2031(sandbox: VirtualSandbox, random: Random): void {
  sandbox.call(random.pick(CALLS))
  sandbox.setClock(REMOVED_AFTER)
  sandbox.call(create('Rex'), CREATED)
  sandbox.call({ path: '/v1/pets/1' }, { status: 404 })
  for (let calls = random.whole(1, 4); calls > 0; calls -= 1) sandbox.call(random.pick(CALLS))
  sandbox.reset()
}

function switches(sandbox: VirtualSandbox, random: Random): void {
  const ask = random.pick(CALLS)
  for (let test = random.whole(4, 12); test > 0; test -= 1) {
    const answer = random.pick(ERRORS)
    if (random.next() < 0.5) sandbox.putScenarios('server-error')
    else sandbox.reset()
    sandbox.call(ask, answer)
    pause(sandbox, random)
  }
}

/** The client does not really wait. The test moves the clock of the world forward instead. */
function mockedSleep(sandbox: VirtualSandbox, random: Random): void {
  const named = { testCase: { name: `waits ${random.whole(1, 1e6)}` } }
  const seconds = random.whole(1, 30)
  for (let tries = random.whole(2, 5); tries > 0; tries -= 1) {
    sandbox.call(named, { status: 429, retryAfter: seconds, passes: 'used-up' })
    sandbox.advance(seconds)
    sandbox.sleep(random.between(0.2, 3))
  }
  sandbox.call(named)
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => [random.next(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item)
}
