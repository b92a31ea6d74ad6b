// Keys belong only in the header Authorization.

import { testRule } from './standing.ts'

testRule('key-not-in-url', [
  ['sends the key as a header', 'passed', (sandbox) => void sandbox.call({ query: 'status=sold' })],
  [
    'sends it in the query',
    'failed',
    (sandbox) => void sandbox.call({ query: 'limit=1&api_key=sandbox_free_w1' }),
    /query parameter api_key is an API key/,
  ],
  [
    'sends it in the path',
    'failed',
    (sandbox) => void sandbox.call({ path: '/v1/sandbox_free_w1/pets' }, { status: 404 }),
    /path is an API key/,
  ],
  ['encodes it', 'failed', (sandbox) => void sandbox.call({ query: 'k=%73andbox_free' })],
  ['sends what only contains a key', 'passed', (sandbox) => void sandbox.call({ query: 'name=my-sandbox_free_w1' })],
  ['names the world in the prefix', 'passed', (sandbox) => void sandbox.call({ prefix: '/~world=sandbox_free_w1' })],
  ['does not call', 'not-exercised', () => {}],
])
