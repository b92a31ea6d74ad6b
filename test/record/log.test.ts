// The log: one readable line per exchange for people, or one line of JSON for programs.

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../src/ground/generated/control.ts'
import { createLog, type LogFormat } from '../../src/record/log.ts'
import { createExchange, without } from '../support/exchanges.ts'
import { startWithClient } from '../support/sandbox.ts'

const real = new Date(2026, 10, 21, 9, 5, 7).getTime()
const at = { real, monotonic: 100, world: real }

const plain = createExchange(1, {
  id: 'req_a_1',
  arrived: at,
  replied: { ...at, monotonic: 102.4 },
  closed: { ...at, monotonic: 150 },
  reply: { status: 200, headers: {}, body: { text: '[]', bytes: 2 } },
})

const warning = (message: string) => ({ code: 'unknown_parameter', message }) as const

const refused = (status: number, text: string): Partial<Exchange> => ({
  reply: { status, headers: {}, body: { text, bytes: text.length } },
})

function render(format: LogFormat, exchange: Exchange, colour = false): string {
  let written = ''
  const log = createLog({ format, colour, write: (text) => (written += text) })
  log.closed?.(exchange)
  log.flush()
  return written
}

const TEXT = '09:05:07 GET /v1/pets 200 handler sandbox_free_w1 2 ms'
const CUT = TEXT.replace('200', '200, cut short').replace(/2(?=\S* ms)/, '50')
const JSON_LINE = {
  time: new Date(real).toISOString(),
  id: 'req_a_1',
  method: 'GET',
  target: '/v1/pets',
  status: 200,
  cause: 'handler',
  operation: 'listPets',
  key: 'sandbox_free_w1',
  world: 'w1',
  ms: 2,
}

const rows: [title: string, exchange: Exchange, text: string, json: object][] = [
  ['a plain request, with nothing extra', plain, TEXT, {}],
  [
    'the message of a refusal',
    {
      ...plain,
      ...refused(404, '{"code":"not_found","message":"There is no animal","status":404}'),
      causes: [{ name: 'contract' }],
    },
    `${TEXT.replace('200 handler', '404 contract')}\n         There is no animal`,
    { status: 404, cause: 'contract', message: 'There is no animal' },
  ],
  ['a refusal whose body has no message', { ...plain, ...refused(502, '<html>') }, TEXT.replace('200', '502'), { status: 502 }],
  [
    'warnings',
    { ...plain, warnings: [warning('one'), warning('two')] },
    `${TEXT}\n         warning: one\n         warning: two`,
    { warnings: ['one', 'two'] },
  ],
  ['the name of the case', { ...plain, testCase: { name: 'lists "all"' } }, `${TEXT} "lists \\"all\\""`, { case: 'lists "all"' }],
  ['a case with the expected status', { ...plain, testCase: { name: 'lists', expect: [429, 200] } }, `${TEXT} "lists"`, { case: 'lists' }],
  [
    'a case without its expected status',
    { ...plain, testCase: { name: 'lists', expect: [400] } },
    `${TEXT} "lists"\n         the test expects 400, and the reply was 200`,
    { case: 'lists', expected: [400] },
  ],
  [
    'a case without any of its expected statuses',
    { ...plain, testCase: { name: 'lists', expect: [400, 429] } },
    `${TEXT} "lists"\n         the test expects 400 or 429, and the reply was 200`,
    { case: 'lists', expected: [400, 429] },
  ],
  [
    'a case without a reply',
    without(['replied', 'reply'], { ...plain, testCase: { name: 'lists', expect: [200] }, delivered: 'none' }),
    `${TEXT.replace('200', 'no reply').replace('2 ms', '50 ms')} "lists"\n         the test expects 200, and the reply was lost`,
    { status: null, delivered: 'none', case: 'lists', expected: [200], ms: 50 },
  ],
  ['a reply of which only a part was sent', { ...plain, delivered: 'part' }, CUT, { delivered: 'part', ms: 50 }],
  [
    'a failure with characters that would drive a terminal',
    { ...plain, failure: 'Error: \x1b[31m\n    at \x9by' },
    `${TEXT}\nError: \\x1b[31m\n    at \\x9by`,
    { failure: 'Error: \x1b[31m\n    at \x9by' },
  ],
  [
    'a failure inside the sandbox',
    {
      ...plain,
      ...refused(500, '{"message":"The sandbox failed"}'),
      causes: [{ name: 'failure' }],
      failure: 'Error: x\n    at y',
    },
    `${TEXT.replace('200 handler', '500 failure')}\n         The sandbox failed\nError: x\n    at y`,
    { status: 500, cause: 'failure', message: 'The sandbox failed', failure: 'Error: x\n    at y' },
  ],
  [
    'a failure that the reply tells too',
    { ...plain, ...refused(503, '{"message":"Not stored: Redis is away"}'), causes: [{ name: 'failure' }], failure: 'Redis is away' },
    `${TEXT.replace('200 handler', '503 failure')}\n         Not stored: Redis is away`,
    { status: 503, cause: 'failure', message: 'Not stored: Redis is away', failure: 'Redis is away' },
  ],
  [
    'escapes instead of characters that would move the cursor',
    {
      ...plain,
      request: { ...plain.request, target: '/v1/\u001b[2Jx' },
      warnings: [warning('a\rb')],
      testCase: { name: 'tab\u0007' },
    },
    `${TEXT.replace('/v1/pets', '/v1/\\x1b[2Jx')} "tab\\u0007"\n         warning: a\\rb`,
    { target: '/v1/\u001b[2Jx', warnings: ['a\rb'], case: 'tab\u0007' },
  ],
  [
    'no command for the runner of a CI job',
    {
      ...plain,
      ...refused(404, '{"message":"::error::x"}'),
      request: { ...plain.request, target: '/v1/##[error]x' },
      warnings: [warning('##vso[task.complete]x')],
      failure: 'Error: a\n  ::stop-commands::b\n##teamcity[c]',
    },
    `${TEXT.replace('pets 200', '# #[error]x 404')}\n         : :error::x\n         warning: # #vso[task.complete]x\nError: a\n  : :stop-commands::b\n# #teamcity[c]`,
    {
      target: '/v1/##[error]x',
      status: 404,
      message: '::error::x',
      warnings: ['##vso[task.complete]x'],
      failure: 'Error: a\n  ::stop-commands::b\n##teamcity[c]',
    },
  ],
]

/** What runners of CI obey, at the beginning of a line or anywhere. */
const COMMAND = /^\s*::|##\w*\[/m

describe('a line has', () => {
  test.each(rows)('%s', (_title, exchange, text, json) => {
    expect(render('text', exchange)).toBe(`${text}\n`)
    const line = render('json', exchange)
    expect(line).toMatch(/^\{[ -~]*\}\n$/)
    for (const output of [line, render('text', exchange)]) expect(output).not.toMatch(COMMAND)
    expect(JSON.parse(line)).toEqual({ ...JSON_LINE, ...json })
    expect(render('silent', exchange)).toBe('')
  })

  test.each([
    ['no key', { given: false, message: 'x' }],
    ['unknown key', { given: true, message: 'x' }],
  ])('instead of a key: %s', (words, refusal) => {
    expect(render('text', { ...plain, caller: { refusal } })).toBe(`${TEXT.replace('sandbox_free_w1', words)}\n`)
    expect(JSON.parse(render('json', { ...plain, caller: { refusal } }))).not.toHaveProperty('key')
  })
})

test.each([
  ['green', 200, 32],
  ['yellow', 404, 33],
  ['red', 500, 31],
])('colour changes no word, and the status is %s', (_colour, status, code) => {
  const exchange = { ...plain, ...refused(status, '{"message":"why"}') }
  const coloured = render('text', exchange, true)
  expect(stripVTControlCharacters(coloured)).toBe(render('text', exchange))
  expect(coloured).toContain(`\u001b[${code}m${status}\u001b[39m`)
  expect(render('text', exchange)).not.toContain('\u001b')
})

test('lines are gathered, and written together a moment later', async () => {
  const written: string[] = []
  const log = createLog({ format: 'text', write: (text) => written.push(text) })
  log.notice('a')
  log.notice('b')
  expect(written).toEqual([])
  await expect.poll(() => written).toEqual(['a\nb\n'])
  log.flush()
  expect(written).toHaveLength(1)
})

test('a notice drives no terminal', () => {
  for (const [format, expected] of [
    ['text', 'a\\x1b[31m\nb\\x9b\n'],
    ['json', '{"notice":"a\\u001b[31m\\nb\\u009b"}\n'],
  ] as const) {
    let said = ''
    const log = createLog({ format, write: (text) => (said += text) })
    log.notice('a\x1b[31m\nb\x9b')
    log.flush()
    expect(said).toBe(expected)
  }
})

test('notices stand among the lines, in their order', () => {
  for (const [format, expected] of [
    ['text', `one\n${TEXT}\n`],
    ['json', /^\{"notice":"one"\}\n\{"time":.*\}\n$/],
    ['silent', ''],
  ] as const) {
    let written = ''
    const log = createLog({ format, write: (text) => (written += text) })
    log.notice('one')
    log.closed?.(plain)
    log.flush()
    if (typeof expected === 'string') expect(written).toBe(expected)
    else expect(written).toMatch(expected)
  }
})

test('a sandbox logs the case of a request, and that the expected status did not come', async () => {
  let written = ''
  const { sandbox, call } = await startWithClient({ log: { format: 'text', write: (text) => (written += text) } })
  await call('/pets', { headers: { 'sandbox-case': '"refuses a bad limit";expect=400' } })
  await call('/pets?limit=0', { headers: { 'sandbox-case': '"refuses a bad limit";expect=400' } })
  await sandbox.close()
  expect(written.split('\n').map((line) => line.replace(/^[\d:]{8} |\d+ ms/g, ''))).toEqual([
    'GET /v1/pets 200 handler sandbox_enterprise_w1  "refuses a bad limit"',
    '         the test expects 400, and the reply was 200',
    'GET /v1/pets?limit=0 400 contract sandbox_enterprise_w1  "refuses a bad limit"',
    '         limit must be at least 1, got 0',
    '',
  ])
})
