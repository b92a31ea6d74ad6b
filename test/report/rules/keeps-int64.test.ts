// Integers above 2^53 come back exactly.

import { testRule } from './standing.ts'

const ISSUED = { passes: 'never', body: '[{"id":9007199254740993,"name":"x"}]' } as const
const get = (id: string) => ({ path: `/v1/pets/${id}` })
const create = (category: string) => ({ method: 'POST', body: `{"name":"9007199254740992","categoryId":${category}}` })

testRule('keeps-int64', [
  [
    'sends an id back exactly',
    'passed',
    (sandbox) => {
      sandbox.call({}, ISSUED)
      sandbox.call(get('9007199254740993'))
    },
  ],
  [
    'sends it back rounded',
    'failed',
    (sandbox) => {
      sandbox.call({}, ISSUED)
      sandbox.call(get('9007199254740992'), { status: 404 })
    },
    /sent 9007199254740993, and 9007199254740992 came back/,
  ],
  [
    'sends it back rounded in a body',
    'failed',
    (sandbox) => {
      sandbox.call({}, ISSUED)
      sandbox.call(create('9007199254740992'), { status: 201 })
    },
  ],
  [
    'sends it back as 9.007199254740992e15',
    'failed',
    (sandbox) => {
      sandbox.call({}, ISSUED)
      sandbox.call(create('9.007199254740992e15'), { status: 201 })
    },
  ],
  [
    'has such digits in a text only',
    'not-exercised',
    (sandbox) => {
      sandbox.call({}, ISSUED)
      sandbox.call(create('1'), { status: 201 })
    },
  ],
  [
    'tests the boundary with both numbers',
    'not-exercised',
    (sandbox) => {
      sandbox.call(create('9007199254740993'), { status: 201, body: '{"id":16,"categoryId":9007199254740993}' })
      sandbox.call(create('9007199254740992'), { status: 201, body: '{"id":17,"categoryId":9007199254740992}' })
    },
  ],
  [
    'was given the rounded number too',
    'not-exercised',
    (sandbox) => {
      sandbox.call({}, { passes: 'never', body: '[{"id":9007199254740993},{"id":9007199254740992}]' })
      sandbox.call(get('9007199254740992'))
    },
  ],
  [
    'sends an id back that rounding does not change',
    'not-exercised',
    (sandbox) => {
      sandbox.call({}, { passes: 'never', body: '[{"id":9007199254740994}]' })
      sandbox.call(get('9007199254740994'))
    },
  ],
  [
    'never gets a big number',
    'not-exercised',
    (sandbox) => {
      sandbox.call({}, { body: '[{"id":1}]' })
      sandbox.call(get('1'))
    },
  ],
])
