// How thrown errors become replies, and what the record keeps of them.

import { expect, test } from 'vitest'
import { Problem, type Refusal } from '../../../src/ground/problem.ts'
import { Secrets } from '../../../src/record/secrets.ts'
import type { RequestContext } from '../../../src/serve/journey/context.ts'
import { renderError } from '../../../src/serve/journey/journey.ts'

const parts = { renderProblem: ({ code, message }: Refusal) => ({ code, message }) }

const secrets = new Secrets(() => false)

const cause = new TypeError('the disk is gone')

const FULL = new Problem('unavailable', 'The world is full')
const notStored = (why: unknown) => new Problem('unavailable', 'Not stored', { cause: why })
const BUG = 'The sandbox failed. Look for req_a_1 in its log'

test.each<[string, unknown, string, number, string, RegExp | undefined]>([
  ['a refusal', new Problem('not_found', 'There is none'), 'handler', 404, 'There is none', undefined],
  ['a failure without a cause', FULL, 'handler', 503, 'The world is full', /^The world is full$/],
  ['a failure with a cause', notStored(cause), 'handler', 503, 'Not stored', /^TypeError: the disk is gone\n +at /],
  ['a failure with a text as its cause', notStored('x'), 'handler', 503, 'Not stored', /Not stored/],
  ['a bug', cause, 'handler', 500, BUG, /^TypeError: the disk is gone\n +at /],
  ['a bug with a cause', new Error('outside', { cause }), 'handler', 500, BUG, /^TypeError: the disk is gone\n/],
  ['a bug that is no error', 'oh', 'handler', 500, BUG, /^oh$/],
])('%s', (_title, error, answeredBy, status, message, failure) => {
  const exchange: { id: string; answeredBy: string; failure?: string } = { id: 'req_a_1', answeredBy }
  const reply = renderError({ exchange, secrets } as unknown as RequestContext, error, parts)
  expect([reply.status, (reply.body as { message: string }).message]).toEqual([status, message])
  expect(reply.assumed?.at(-1)).toBe('codes')
  expect(exchange.answeredBy).toBe(failure === undefined ? answeredBy : 'failure')
  if (failure === undefined) expect(exchange.failure).toBeUndefined()
  else expect(exchange.failure).toMatch(failure)
})
