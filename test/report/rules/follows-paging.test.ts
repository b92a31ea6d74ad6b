// Cursors are taken from Link.

import { testRule } from './standing.ts'

const PAGE = { headers: { Link: '<http://127.0.0.1:4010/v1/pets?limit=2&cursor=AAAAAAAAAAI>; rel="next"' } }

testRule('follows-paging', [
  [
    'follows the Link',
    'passed',
    (sandbox) => {
      sandbox.call({ query: 'limit=2' }, PAGE)
      sandbox.call({ query: 'limit=2&cursor=AAAAAAAAAAI' })
    },
  ],
  [
    'makes up a cursor',
    'advised',
    (sandbox) => {
      sandbox.call({ query: 'limit=2' }, PAGE)
      sandbox.call({ query: 'limit=2&cursor=2' }, { status: 400 })
    },
    /did not issue/,
  ],
  [
    'tests a wrong cursor, and follows the Link elsewhere',
    'passed',
    (sandbox) => {
      sandbox.call({ query: 'cursor=2' }, { status: 400 })
      sandbox.call({ query: 'limit=2' }, PAGE)
      sandbox.call({ query: 'limit=2&cursor=AAAAAAAAAAI' })
    },
  ],
  [
    'announces the refusal of a wrong one',
    'not-exercised',
    (sandbox) => void sandbox.call({ query: 'cursor=2', testCase: { name: 'a', expect: [400] } }, { status: 400 }),
  ],
  ['reads the first page only', 'not-exercised', (sandbox) => void sandbox.call({ query: 'limit=2' }, PAGE)],
])
