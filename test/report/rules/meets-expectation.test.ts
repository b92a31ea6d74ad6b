// Tests that announce a status must get it.

import { testRule } from './standing.ts'

const named = (name: string, ...expect: number[]) => ({ testCase: { name, expect } })

testRule('meets-expectation', [
  ['gets what it announced', 'passed', (sandbox) => void sandbox.call(named('a', 404), { status: 404 })],
  [
    'gets another status',
    'failed',
    (sandbox) => void sandbox.call(named('a', 404), { status: 200 }),
    /"a" expects 404, but its calls got 200/,
  ],
  ['gets no reply', 'failed', (sandbox) => void sandbox.call(named('a', 404), { fault: 'reset' }), /got no reply/],
  ['gets one of several', 'passed', (sandbox) => void sandbox.call(named('a', 200, 429), { status: 429 })],
  [
    'gets it with another call of the same test',
    'passed',
    (sandbox) => {
      sandbox.call(named('a', 409), { status: 200 })
      sandbox.call({ testCase: { name: 'a' } }, { status: 409 })
    },
  ],
  [
    'gets it with the call of another test only',
    'failed',
    (sandbox) => {
      sandbox.call(named('a', 409), { status: 200 })
      sandbox.call(named('b', 409), { status: 409 })
    },
  ],
  [
    'got it before it was announced',
    'passed',
    (sandbox) => {
      sandbox.call({ testCase: { name: 'a' } }, { status: 404 })
      sandbox.call(named('a', 404), { status: 200 })
    },
  ],
  ['announces nothing', 'not-exercised', (sandbox) => void sandbox.call({ testCase: { name: 'a' } }, { status: 404 })],
])
