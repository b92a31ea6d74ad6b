// Pins the text that commands show for exchanges.

import { describe, expect, test } from 'vitest'
import { type Cell, type Column, createTable } from '../../src/cli/output.ts'
import { createRequestTable, renderRequest } from '../../src/cli/show-requests.ts'
import type { JournalEntry } from '../../src/ground/generated/control.ts'
import type { Look } from '../../src/ground/printable.ts'
import { createEntry, without } from '../support/exchanges.ts'

/** Writes styles as words, so that the pinned text shows them: `<dim:x>`. */
const outputOf = (width: number): Look => ({ width, paint: (style, text) => `<${style}:${text}>` })

const BODY = '{"name":"Rex","tags":[1,9223372036854775807]}'

const FULL = createEntry(1, {
  replied: { real: 1767225600000, monotonic: 1234, world: 1767225600000 },
  arrived: { real: 1767225600000, monotonic: 1000, world: 1767225600000 + 86_400_000 },
  request: {
    method: 'POST',
    target: '/v1/pets?a=\u001b',
    prefix: '',
    path: '/v1/pets',
    query: 'a',
    origin: 'http://localhost',
    headers: ['Host', 'localhost', 'X-Odd', 'a\u0007b'],
    body: { text: BODY, bytes: 100, sha256: 'cut' },
  },
  caller: { key: 'first', plan: 'free' },
  testCase: { name: 'creates', expect: [201, 400] },
  appliedSteps: [
    { scenario: 'slow', step: 1, acted: true },
    { scenario: 'prefer', step: 1, acted: false },
  ],
  causes: [{ name: 'scenario', parameters: { name: 'slow', step: 1 } }, { name: 'handler' }],
  assumed: ['order', 'paging'],
  warnings: [{ code: 'unknown_parameter', message: 'a has no effect' }],
  reply: { status: 500, headers: { 'Content-Type': 'text/plain' }, body: { text: '5', bytes: 1 } },
  failure: 'Error: x\n    at y',
  trace: [
    { answer: 'ban', asks: 'Is it banned?', outcome: 'not banned' },
    { answer: 'rate-limit', asks: 'Is it limited?', outcome: 'let through' },
  ],
})

const REFUSED = createEntry(2, {
  caller: { refusal: { given: true, message: 'This key is not known' } },
  carriedOut: false,
  testCase: { name: 'reads' },
  arrived: { real: 1767225600000, monotonic: 1000, world: 1767225600000 + 999 },
  request: { ...createEntry(2).request, headers: [], body: { base64: '/w==', bytes: 1 } },
  reply: { status: 404, headers: {}, body: { text: '{"message":"There is no animal"}', bytes: 32 } },
})

const UNDER_WAY = without(
  ['reply', 'closed', 'operation'],
  createEntry(3, { caller: {}, causes: [], delivered: 'none', carriedOut: false }),
)
const ON_ITS_WAY = without(['closed'], createEntry(4, { caller: { key: 'sk', refusal: { given: true, message: 'x' } } }))

test('one request with all that is known of it', async () => {
  const shown = [FULL, REFUSED, UNDER_WAY, ON_ITS_WAY].map((entry) => renderRequest(entry, outputOf(80)).join('\n'))
  await expect(`${shown.join('\n=====\n')}\n`).toMatchFileSnapshot('shown/request.txt')
})

const timeOf = ({ arrived }: JournalEntry) => new Date(arrived.real).toTimeString().slice(0, 8)

test('a table of requests has a line for each, and one below for the reason of a refusal', async () => {
  const long = createEntry(5, {
    request: { ...createEntry(5).request, target: `/v1/pets?${'x'.repeat(60)}` },
    reply: { status: 400, headers: {}, body: { text: '<html>', bytes: 6 } },
    violations: [{ in: 'query', place: 'x', code: 'invalid_parameter', message: `${'y'.repeat(80)}` }],
  })
  const table = createRequestTable(outputOf(80), true)
  const shown = table([createEntry(1), REFUSED, UNDER_WAY, ON_ITS_WAY, long])
  await expect(`${shown.join('\n')}\n`.replaceAll(timeOf(FULL), 'hh:mm:ss')).toMatchFileSnapshot('shown/requests.txt')
  // More rows have no head.
  expect(table([createEntry(6)])).toHaveLength(1)
  expect(createRequestTable(outputOf(80), false)([createEntry(1)]).join()).not.toMatch(/WORLD|w1/)
})

describe('a table', () => {
  type Row = readonly Cell[]
  const columns: Column<Row>[] = [
    { name: 'NAME', isFlexible: true, cell: ([name = '']) => name },
    { name: 'LAST', width: 5, cell: ([, last = '']) => last },
  ]
  test.each<[string, number, Row, string[]]>([
    ['is as wide as its cells', 80, ['abcdef', 'x'], ['<bold:NAME>    <bold:LAST>', 'abcdef  x']],
    ['is never wider than the terminal', 20, ['a'.repeat(30), 'last'], ['<bold:NAME>           <bold:LAST>', `${'a'.repeat(12)}…  last`]],
    ['is cut to ten letters, and no further', 5, ['a'.repeat(30), 'last'], ['<bold:NAME>        <bold:LAST>', `${'a'.repeat(9)}…  last`]],
    ['fits by the letter', 19, ['a'.repeat(12), 'last'], ['<bold:NAME>          <bold:LAST>', `${'a'.repeat(12)}  last`]],
    ['is whole in a pipe', Infinity, ['a'.repeat(300), 'last'], [`<bold:NAME>${' '.repeat(98)}<bold:LAST>`, `${'a'.repeat(300)}  last`]],
    ['has no letter that moves the cursor', 80, [['a\u001bb', 'red'], '\u0007'], ['<bold:NAME>    <bold:LAST>', '<red:a\\x1bb>  \\x07']],
  ])('%s', (_title, width, row, expected) => {
    expect(createTable(columns, outputOf(width))([row])).toEqual(expected)
  })

  test('keeps the widths of its first rows', () => {
    const table = createTable(columns, outputOf(80))
    table([['abcdefghijkl', 'x']])
    expect(
      table([
        ['ab', 'y'],
        ['abcdefghijklmn', 'z'],
      ]),
    ).toEqual(['ab            y', 'abcdefghijk…  z'])
  })
})
