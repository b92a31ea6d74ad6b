// What a campaign says of the record of one run: each bound from both sides, on records with times that are set.

import { expect, test } from 'vitest'
import type { Exchange } from '../../spec/control.ts'
import { readFacts } from '../../src/inject/facts.ts'
import { judge } from '../../src/inject/outcomes.ts'
import { createIdentify, readReference } from '../../src/inject/places.ts'
import type { Cell } from '../../src/inject/plan.ts'
import type { Run } from '../../src/inject/run-suite.ts'
import { createExchange } from '../support/exchanges.ts'
import { empty } from '../support/reports.ts'

interface Reply {
  readonly status?: number
  /** Milliseconds since the end of the call before. */
  readonly after?: number
  readonly took?: number
  readonly retryAfter?: number
}

const text = (value: unknown) => ({ text: JSON.stringify(value), bytes: JSON.stringify(value).length })

/** The record of one call after the other. */
function recordOf(replies: readonly Reply[], method: string): Exchange[] {
  let now = 1000
  return replies.map(({ status = 200, after = 0, took = 0, retryAfter }, index) => {
    const at = (monotonic: number) => ({ real: 1767225600000 + monotonic, monotonic, world: 1767225600000 + monotonic })
    const arrived = at(now + after)
    now += after + took
    const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
    const base = createExchange(index + 1, {
      operation: method === 'POST' ? 'createPet' : 'listPets',
      carriedOut: status < 300 || status === 599,
    })
    return {
      ...base,
      ...{ arrived, replied: at(now), closed: at(now) },
      request: { ...base.request, method },
      ...(status === 599
        ? { delivered: 'none' as const, fault: 'reset' as const, reply: { status: 201, headers, body: text({}) } }
        : { reply: { status, headers, body: text({}) } }),
    }
  })
}

interface Row {
  readonly cell?: Partial<Cell>
  readonly run?: Partial<Run>
  readonly method?: string
  /** The replies of the run without the fault. */
  readonly without?: readonly Reply[]
  readonly replies: readonly Reply[]
}

function judgeRow({ cell = {}, run = {}, method = 'GET', without = [{}], replies }: Row) {
  const reference = recordOf(without, method)
  const exchanges = recordOf(replies, method)
  const known = readReference(createIdentify(reference, reference), [reference, reference])
  const [place] = known.places
  const whole: Run = {
    ...{ exchanges, faulted: new Set(exchanges.slice(0, 1)), exitCode: 0, wasInCall: false, seconds: 2, endedAt: 9999, output: '' },
    ...{ report: empty, ...run },
  }
  return judge(readFacts(whole, known, { call: 'a#1', fault: 'outage', ...(place && { place }), ...cell }))
}

const failing = (count: number, after: number, status = 500) => [{ status }, ...Array.from({ length: count }, () => ({ status, after }))]
const told = { exitCode: 1 }

const LOST = { method: 'POST', cell: { fault: 'lost-reply' } }

const ROWS: Readonly<Record<string, Row>> = {
  'one more try, at once': { run: told, replies: failing(1, 0) },
  'six tries, 19 ms apart': { run: told, replies: failing(6, 19) },
  'six tries, 20 ms apart': { run: told, replies: failing(6, 20) },
  'five tries, 19 ms apart': { run: told, replies: failing(5, 19) },
  'six tries, 19 ms apart, one of which the suite makes': { run: told, without: [{}, {}], replies: failing(6, 19) },
  'three short pauses, a long one, and three short ones': {
    run: told,
    replies: [...failing(3, 1), { status: 500, after: 900 }, ...failing(2, 1)],
  },
  'twenty tries, a second apart': { run: told, replies: failing(20, 1000) },
  'twenty-one tries, a second apart': { run: told, replies: failing(21, 1000) },
  'two tries after a refusal': { run: told, cell: { fault: 'expired' }, replies: failing(2, 900, 401) },
  'three tries after a refusal': { run: told, cell: { fault: 'expired' }, replies: failing(3, 900, 401) },
  'back after 1.9 of 2 s': { replies: [{ status: 503, retryAfter: 2 }, { after: 1900 }] },
  'back after 2 s': { replies: [{ status: 503, retryAfter: 2 }, { after: 2000 }] },
  'back at once, as the suite does': { without: [{}, {}], replies: [{ status: 503, retryAfter: 2 }, { after: 10 }] },
  'killed while it waited': { run: { exitCode: 1, killedBy: 'time-out', wasInCall: true }, replies: failing(0, 0) },
  'killed between two calls': { run: { exitCode: 1, killedBy: 'time-out' }, replies: failing(2, 1500) },
  'killed after too many calls': { run: { exitCode: 1, killedBy: 'flood', wasInCall: true }, replies: failing(2, 1500) },
  'a reply after 4 s, which it took': { cell: { fault: 'slow', slow: 4 }, replies: [{ took: 3950 }] },
  'a reply after 4 s, which it did not take': { cell: { fault: 'slow', slow: 4 }, replies: [{ took: 3949 }] },
  'a reply after 59 s, which it took': { cell: { fault: 'slow', slow: 59 }, replies: [{ took: 59_000 }] },
  'a reply after 60 s, which it took': { cell: { fault: 'slow', slow: 60 }, replies: [{ took: 60_000 }] },
  'the suite failed': { run: { exitCode: 7 }, replies: failing(0, 0) },
  'nobody was told of a failed read': { replies: failing(0, 0) },
  'a read that succeeded the second time': { replies: [{ status: 500 }, { after: 200 }] },
  'a read that was tried again, and failed again': { replies: failing(1, 200) },
  'a change that was refused with 400 the second time': { method: 'PUT', replies: [{ status: 500 }, { after: 200, status: 400 }] },
  'a change that was sent on with 399 the second time': { method: 'PUT', replies: [{ status: 500 }, { after: 200, status: 399 }] },
  'a creation that was hidden': { method: 'POST', replies: [{ status: 500 }] },
  'a creation that was hidden in a changed contract': { method: 'POST', cell: { fault: 'drift' }, replies: [{ status: 500 }] },
  'a changed contract that broke the suite': { run: told, cell: { fault: 'drift' }, replies: [{}] },
  'a lost creation that was made again': { ...LOST, replies: [{ status: 599 }, { status: 201, after: 300 }] },
  'a lost creation that was made again, early and often': {
    ...{ ...LOST, run: told },
    replies: [{ status: 599 }, ...Array.from({ length: 22 }, () => ({ status: 201, after: 1 }))],
  },
  'a lost creation before another one': {
    ...{ ...LOST, without: [{ status: 201 }, { status: 201 }] },
    replies: [{ status: 599 }, { status: 201, after: 300 }],
  },
}

test('the outcome of each of these runs is as in judged.txt', async () => {
  const lines = Object.entries(ROWS).map(([title, row]) => {
    const { outcome, level, also, rule, message } = judgeRow(row)
    return `${title}\n  ${[level, outcome, rule, ...also.map((name) => `also ${name}`)].filter(Boolean).join(', ')}\n  ${message}\n`
  })
  await expect(lines.join('')).toMatchFileSnapshot('judged.txt')
})
