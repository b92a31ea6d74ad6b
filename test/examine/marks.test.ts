// Which headers count the tries of a call. A finding names only the sign that decided, so every header is asked here.

import { expect, test } from 'vitest'
import { type Mark, readMark } from '../../src/examine/record/marks.ts'

const CASES: readonly [headers: string, mark: Mark][] = [
  ['Accept: */*', {}],
  ['X-Stainless-Retry-Count: 0', { counter: 'x-stainless-retry-count', count: 0, start: 0 }],
  ['x-retry-count: 12', { counter: 'x-retry-count', count: 12, start: 0 }],
  ['x-retry-attempt:  999 ', { counter: 'x-retry-attempt', count: 999, start: 0 }],
  ['retry-attempt: 1', { counter: 'retry-attempt', count: 1, start: 0 }],
  ['retry-attempt: 1000', {}],
  ['retry-attempt: a1', {}],
  ['retry-attempt: 1a', {}],
  ['x-attempt: 2', {}],
  ['amz-sdk-request: attempt=2; max=3', { counter: 'amz-sdk-request', count: 2, start: 1 }],
  ['amz-sdk-request: ttl=1;  attempt=123', { counter: 'amz-sdk-request', count: 123, start: 1 }],
  ['amz-sdk-request: ttlattempt=1', {}],
  ['amz-sdk-invocation-id:  abc ', { invocation: 'abc' }],
  ['Idempotency-Key: k', { isIdempotent: true }],
  ['x-goog-api-client: gl-node/24 gccl-attempt-count/2', { counter: 'x-goog-api-client', count: 2, start: 1 }],
  [
    'x-goog-api-client: gccl-invocation-id/i-1 gccl-attempt-count/1',
    { counter: 'x-goog-api-client', count: 1, start: 1, invocation: 'i-1' },
  ],
  [
    'idempotency-key: k | amz-sdk-invocation-id: i | amz-sdk-request: attempt=1',
    { isIdempotent: true, invocation: 'i', counter: 'amz-sdk-request', count: 1, start: 1 },
  ],
]

test.each(CASES)('%s is the mark %o', (headers, mark) => {
  const pairs = headers.split(' | ').flatMap((header) => [header.slice(0, header.indexOf(':')), header.slice(header.indexOf(':') + 1)])
  expect(readMark(pairs)).toEqual(mark)
})
