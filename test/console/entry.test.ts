// The words and sentences that the page shows for an exchange.

import { describe, expect, test } from 'vitest'
import {
  callerOf,
  causeOf,
  describeDelivery,
  type Entry,
  isFailure,
  kindOf,
  nameOfCause,
  nameOfStatus,
  phraseOf,
  scenariosOf,
  statusOf,
  whyOf,
} from '../../src/console/entry.ts'
import { createEntry, without } from '../support/exchanges.ts'

const lacking = (names: readonly (keyof Entry)[], more: Partial<Entry> = {}) => without(names, createEntry(1, more))

const reply = (status: number, text?: string): Pick<Entry, 'reply'> => ({
  reply: { status, headers: {}, body: { bytes: text?.length ?? 0, ...(text !== undefined && { text }) } },
})

const play = (scenario: string, acted: boolean, step = 1): Entry['appliedSteps'][number] => ({ scenario, acted, step })

const PLAIN = createEntry(1)
const WAITING = lacking(['reply', 'replied', 'closed'], {
  delivered: 'none',
  deliveredBytes: 0,
  trace: [{ answer: 'scenario', asks: 'Does a scenario answer?', outcome: 'waits' }],
})
const LOST = lacking(['reply', 'replied'], { delivered: 'none', deliveredBytes: 0 })

describe('the status of an exchange', () => {
  test.each<[string, Entry, number, string, boolean]>([
    ['a plain one', PLAIN, 200, '200', false],
    ['a redirection', createEntry(1, reply(399)), 399, '399', false],
    ['a refusal', createEntry(1, reply(400)), 400, '400', true],
    ['under way', WAITING, 0, '···', false],
    ['under way, with its reply on the way', lacking(['closed'], { delivered: 'none' }), 200, '200', false],
    ['under way, with an error on the way', lacking(['closed'], { ...reply(500), delivered: 'none' }), 500, '500', false],
    ['without a reply', LOST, 0, 'none', true],
    ['with half a reply', createEntry(1, { delivered: 'part', deliveredBytes: 8 }), 200, '200', true],
    ['of a reply that nobody got', createEntry(1, { delivered: 'none' }), 200, '200', true],
  ])('%s', (_title, entry, status, name, failed) => {
    expect([statusOf(entry), nameOfStatus(entry), isFailure(entry)]).toEqual([status, name, failed])
  })
})

describe('why', () => {
  const violation = { in: 'query', place: 'limit', code: 'invalid_parameter', message: 'limit must be at least 1, got 0' } as const
  const warnings: Entry['warnings'] = [{ code: 'unknown_parameter', message: 'the query parameter "x" has no effect' }]
  const refused = '{"code":"not_found","message":"There is no \\"animal\\"","status":404}'
  test.each<[string, Entry, string]>([
    ['nothing is wrong', PLAIN, ''],
    [
      'a violation',
      createEntry(1, { ...reply(400, refused), violations: [violation], appliedSteps: [play('slow', true)] }),
      violation.message,
    ],
    [
      'a violation of a request that a limit refused',
      createEntry(1, { ...reply(429, '{"message":"wait 5 seconds"}'), violations: [violation], causes: [{ name: 'rate-limit' }] }),
      'wait 5 seconds',
    ],
    [
      'a violation of a request of a banned key',
      createEntry(1, { ...reply(429, '{"message":"wait 5 minutes"}'), violations: [violation], causes: [{ name: 'ban' }] }),
      'wait 5 minutes',
    ],
    ['the least refusal', createEntry(1, reply(400, refused)), 'There is no "animal"'],
    ['a redirection', createEntry(1, reply(399, refused)), ''],
    [
      'a refusal of a scenario',
      createEntry(1, { ...reply(404, refused), appliedSteps: [play('not-found', true, 2)] }),
      'not-found, step 2: There is no "animal"',
    ],
    [
      'a refusal that a scenario did not change',
      createEntry(1, { ...reply(404, refused), appliedSteps: [play('new-fields', false)] }),
      'There is no "animal"',
    ],
    ['a refusal without a message', createEntry(1, reply(502, '<html>')), 'listPets'],
    ['a refusal without a body', createEntry(1, { ...reply(502), trace: [] }), ''],
    ['a refusal under way', lacking(['closed'], reply(404, refused)), 'There is no "animal"'],
    ['no reply yet', WAITING, 'no reply yet: waits'],
    ['a reply on its way', lacking(['closed'], { warnings }), 'the reply is on its way'],
    ['no reply', LOST, 'the client got no reply, though listPets was carried out'],
    ['no reply, and nothing done', { ...LOST, carriedOut: false }, 'the client got no reply'],
    ['no reply to a call that is none', lacking(['reply', 'replied', 'operation'], { delivered: 'none' }), 'the client got no reply'],
    [
      'a reset',
      { ...LOST, appliedSteps: [play('slow', false), play('lost-reply', true)] },
      'slow, step 1, changed nothing; lost-reply, step 1: the client got no reply, though listPets was carried out',
    ],
    [
      'half a reply',
      createEntry(1, { delivered: 'part', deliveredBytes: 8, warnings, appliedSteps: [play('slow', false)] }),
      'the client got 8 of 16 bytes, though listPets was carried out',
    ],
    ['a warning', createEntry(1, { warnings, appliedSteps: [play('slow', true)] }), 'the query parameter "x" has no effect'],
    [
      'what a scenario did',
      createEntry(1, { appliedSteps: [play('slow', true), play('prefer', false)] }),
      'slow, step 1; prefer, step 1, changed nothing',
    ],
  ])('%s', (_title, entry, why) => {
    expect(whyOf(entry)).toBe(why)
  })
})

test('what an exchange means, as a kind, a phrase and a cause', () => {
  const forced: Entry['causes'] = [{ name: 'scenario', parameters: { name: 'slow' } }]
  const rows: Record<string, Entry> = {
    plain: PLAIN,
    waiting: WAITING,
    'on its way': lacking(['closed']),
    lost: LOST,
    forced: createEntry(1, { causes: forced }),
    limited: createEntry(1, { ...reply(429, '{"message":"Wait!"}'), causes: [{ name: 'rate-limit' }] }),
    banned: createEntry(1, { ...reply(429), causes: [{ name: 'ban' }] }),
    refused: createEntry(1, reply(404)),
    strange: createEntry(1, reply(599)),
  }
  const told = Object.entries(rows).map(([name, entry]) => `${name}: ${kindOf(entry)}, ${phraseOf(entry)}, ${nameOfCause(entry)}`)
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "plain: answered, 200 OK, answered
    waiting: waiting, ···, answered
    on its way: answered, 200 OK, answered
    lost: refused, No reply, answered
    forced: forced, 200 OK, scenario slow
    limited: limited, 429 Too Many Requests, rate-limit
    banned: limited, 429 Too Many Requests, ban
    refused: refused, 404 Not Found, not found
    strange: refused, 599, answered"
  `)
})

test('how much the client got', () => {
  expect(describeDelivery(LOST)).toBe('the client got no reply')
  expect(describeDelivery(createEntry(1, { delivered: 'part', deliveredBytes: 7 }))).toBe('the client got 7 of 16 bytes')
  expect(describeDelivery({ ...LOST, delivered: 'part', deliveredBytes: 7 })).toBe('the client got 7 of 0 bytes')
})

test('who answered, and who called', () => {
  const causes: Entry['causes'] = [
    { name: 'scenario', parameters: { name: 'slow', step: 1 } },
    { name: 'scenario' },
    { name: 'handler', parameters: { name: 'x' } },
  ]
  expect([causeOf(PLAIN), causeOf(createEntry(1, { causes })), causeOf(createEntry(1, { causes: [] }))]).toEqual([
    'handler',
    'scenario',
    'handler',
  ])
  expect([scenariosOf(PLAIN), scenariosOf(createEntry(1, { causes }))]).toEqual([[], ['slow']])
  expect(callerOf(PLAIN)).toBe('sandbox_free_w1')
  expect(callerOf(createEntry(1, { caller: { refusal: { given: true, message: 'x' } } }))).toBe('unknown key, w1')
  expect(callerOf(createEntry(1, { caller: { refusal: { given: false, message: 'x' } } }))).toBe('no key, w1')
  expect(callerOf(createEntry(1, { caller: {} }))).toBe('no key, w1')
  expect(callerOf(createEntry(1, { caller: {}, world: 'default' }))).toBe('no key')
})
