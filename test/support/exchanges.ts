// Exchanges as the journal has them: a list of animals that a client got, and what a test changes in it.

import type { Exchange, JournalEntry } from '../../src/ground/generated/control.ts'

const MOMENT = { real: 1767225600000, monotonic: 1000, world: 1767225600000 }

export const createExchange = (number: number, more: Partial<Exchange> = {}): Exchange => ({
  number,
  id: `req_abc_${number}`,
  arrived: MOMENT,
  connection: { id: 1, use: 1, address: '127.0.0.1' },
  request: {
    method: 'GET',
    target: '/v1/pets',
    prefix: '',
    path: '/v1/pets',
    query: '',
    origin: 'http://127.0.0.1:4010',
    headers: ['Host', '127.0.0.1:4010', 'X-Trace', 'Blue'],
  },
  caller: { key: 'sandbox_free_w1', plan: 'free' },
  world: 'w1',
  session: 1,
  revision: 0,
  count: { at: MOMENT, verdict: 'served', window: 'minute', limit: 60, remaining: 59, reset: 1767225660, retryAfter: 60 },
  operation: 'listPets',
  violations: [],
  warnings: [],
  answeredBy: 'handler',
  appliedSteps: [],
  causes: [{ name: 'handler' }],
  assumed: [],
  carriedOut: true,
  reply: { status: 200, headers: { 'Content-Type': 'application/json' }, body: { text: '[{"name":"Rex"}]', bytes: 16 } },
  replied: MOMENT,
  closed: { ...MOMENT, monotonic: 1002 },
  delivered: 'whole',
  deliveredBytes: 16,
  ...more,
})

/** As the control API sends it. */
export const createEntry = (number: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  ...createExchange(number),
  trace: [{ answer: 'handler', asks: 'Is there a handler?', outcome: 'answered: listPets' }],
  ...more,
})

/** An exchange or an entry without some of its fields. */
export function without<Kind extends Exchange>(names: readonly (keyof Kind)[], exchange: Kind): Kind {
  const copy = { ...exchange }
  for (const name of names) delete copy[name]
  return copy
}
