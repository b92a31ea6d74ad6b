// What people read: each function of src/ground/ with values at its bounds. The results stand in texts.txt.

import { expect, test } from 'vitest'
import { annotation } from '../../src/examine/formats/github.ts'
import { prose } from '../../src/examine/formats/markdown.ts'
import { renderCase } from '../../src/ground/case-header.ts'
import { EventParser } from '../../src/ground/event-parser.ts'
import { columns, createPaint, harmless, printable, printableJson, printableLines, wrap } from '../../src/ground/printable.ts'
import { CODES, Problem } from '../../src/ground/problem.ts'
import { keyBanned, operationRemoved, rateLimited, unauthorized } from '../../src/ground/refusals.ts'
import { once } from '../../src/ground/remember.ts'
import {
  count,
  cut,
  findNearest,
  listSome,
  nameTypes,
  quote,
  quoteAlways,
  seconds,
  shorten,
  show,
  showMs,
  showPath,
  showPercent,
} from '../../src/ground/words.ts'
import { describeMissingWorld, describeNoWorld, isWorldName, renderKey, renderKnownKey } from '../../src/ground/world-name.ts'
import { pack } from '../support/recorded.ts'

const long = 'x'.repeat(59)
const UNSEEN = '\u0000\u001f\u007f\u009f\u00a0\u00ad\u0100\u2028\u2029\u202e\ue000\ud83d\u{1f436}\u{e0001}\n\r\té'
const COMMANDS = ['::a', ' ::b', 'c::d', '\n::e', '\t:::f', '##[g', '##vso[h', '###teamcity[i', '## j[', '#k[']
const PLANS = ['free', 'pro']
const KNOWN = ['port', 'host', 'limits', 'id', 'a', 'on', 'off', 'throttled-then-ok']
const MANY = Array.from({ length: 12 }, (_, index) => `shop${index + 1}`)
const SHOWN = { window: 'minute', limit: 60, remaining: 0, reset: 1_767_225_660, retryAfter: 2 } as const

/** A function, and the lists of arguments that it is called with. */
type Row = readonly [name: string, call: (...given: never[]) => unknown, calls: readonly (readonly unknown[])[]]

const row = <Given extends unknown[]>(name: string, call: (...given: Given) => unknown, ...calls: Given[]): Row => [name, call, calls]
const each = <Given>(name: string, call: (given: Given) => unknown, ...given: Given[]): Row =>
  row(name, call, ...given.map((one): [Given] => [one]))

const LONG = 'y'.repeat(501)
const nested = { a: ['::', ['x'.repeat(500), LONG], { 'b::': null }], replay: LONG, prove: LONG, no: undefined }

const ROWS: readonly Row[] = [
  each<unknown>(
    'show',
    show,
    'a"b\n',
    long,
    `${long}x`,
    `${long}xy`,
    `${'x'.repeat(58)}🐶y`,
    5,
    5n,
    -0,
    null,
    undefined,
    true,
    [1],
    {},
    Math.max,
  ),
  each<unknown>('show', show, 10n ** 70n),
  each('showPath', showPath, [], ['a'], [0], ['a', 0, 'b', 1, 2, 'c'], [0, 'a'], [`${long}yz`, 'é.b']),
  each<unknown>('nameTypes', nameTypes, 'null', 'array', 'email', 'integer', 'object', 'uuid', 'string', ['string', 'null', 'object'], []),
  row('shorten', shorten, ['abc', 3], ['abcd', 3], ['a🐶bc', 3], ['a🐶bc', 4], [`${long}x`], [`${long}xy`]),
  row('cut', cut, ['abc', 3], ['abcd', 3], ['', 0], ['a🐶', 2]),
  each('quote', quote, 'a', 'a b', "it's", '', './:@%+=,-_9', 'a\nb', 'é', '$HOME', "''"),
  each('quoteAlways', quoteAlways, 'a', "it's 'x'"),
  each('printable', printable, UNSEEN, ...COMMANDS, 'a\n::b'),
  each('printableLines', printableLines, UNSEEN, ...COMMANDS, COMMANDS.join('')),
  each('printableJson', printableJson, UNSEEN, ...COMMANDS, '{"a":"##[b"}'),
  each<unknown>('harmless', harmless, ...COMMANDS, 'a::b:::c', UNSEEN, nested, null, 5),
  row('annotation', annotation, ['error', 'a:b,c%d', ['100 %', 'x\r\ny::z,']], ['warning', '', []], ['notice', 'é', ['a']]),
  each(
    'prose',
    prose,
    'a*b_c__d [e](f) <g> | ~h `i` \\ $j',
    '_a_ b_',
    'invalid_body and a: b',
    'http://a www.b WWW.c',
    'a & b &amp; &#39; &x',
  ),
  each('prose', prose, '- a', '+ a', '# a', '1. a', '12) a', '1 a', 'a - b', '@name a@b @ @é'),
  row(
    'wrap',
    wrap,
    ['', 'aa bb cc', 5],
    ['', 'aa bb cc', 4],
    ['* ', 'aa bb cc', 7],
    ['* ', 'aa bb cc', 6],
    ['*****', 'a b', 6],
    ['', '', 1],
  ),
  row('wrap', wrap, ['', 'abcdefgh', 3], ['- ', 'abcdefgh a', 3], ['', 'a  b', 80], ['- ', 'a b', 0]),
  row(
    'columns',
    columns,
    [[['a', 'bb', 'c c'], ['aaa', '', 'd'], ['']], '  ', 11],
    [[], '', 5],
    [
      [
        ['a', ''],
        ['aa', 'b'],
      ],
      '',
      9,
    ],
    [
      [
        ['a', 'bb', 'cc', 'd'],
        ['aaa', 'a long last cell'],
        ['b', 'b', 'b', 'b'],
      ],
      '',
      80,
    ],
  ),
  row(
    'paint',
    (colour: boolean, name: 'red' | 'dim') => createPaint({ colour })(name, 'text'),
    [true, 'red'],
    [false, 'red'],
    [true, 'dim'],
  ),
  row('paint', () => createPaint({})('bold', 'text'), []),
  row('count', count, [0, 'call'], [1, 'call'], [2, 'call'], [0.2, 'second'], [1000, 'byte'], [1, 'try', 'tries'], [3, 'try', 'tries']),
  each('showMs', showMs, -1, 5.24, 9.96, 80.4, 99.9, 100, 9994, 12_360),
  each('showPercent', showPercent, 100, 99.99, 0.05),
  each('listSome of a, b, c and d', (most: number) => listSome(['a', 'b', 'c', 'd'], most), 4, 3, 1),
  each(
    `findNearest of ${KNOWN.join(', ')}`,
    (name: string) => findNearest(name, KNOWN),
    ...['prot', 'HOST', 'hosst', 'posr', 'porst', 'limit', 'Limits', 'ids', 'of', 'throttled', 'Thro', 'portNumber', 'limits,port', 'thr'],
    ...['throttled-and', 'xyz', 'oxx', 'b', '', 'banAfter', 'p'.repeat(1_000_000)],
  ),
  row('describeMissingWorld', describeMissingWorld, ['w1', []], ['tpyo', ['other', 'typo']], ['lost', ['w1', 'w2']], ['lost', MANY]),
  each('seconds', seconds, 0, 0.004, 0.005, 9.994, 9.996, 10, 10.456, 12.34, 12.35, 100),
  row(
    'renderCase',
    renderCase,
    ['a "b" \\'],
    ['a', { expect: 404 }],
    ['a', { expect: [200, 404] }],
    ['a', { expect: [] }],
    ['é%" ~\u007f\u001f\n'],
    [''],
  ),
  row('renderCase', renderCase, ['a', { calls: 1 } as object]),
  row('renderKey', renderKey, ['free'], ['free', 'default'], ['pro', 'w1']),
  row('renderKnownKey', renderKnownKey, [PLANS], [PLANS, 'pro'], [PLANS, 'pro', 'w1'], [PLANS, 'gold'], [PLANS, 'free', 'a b'], [[]]),
  each('isWorldName', isWorldName, 'a', 'A-z_0.9', '.a', '-a', '_', '', 'x'.repeat(64), 'x'.repeat(65), 'a b', 'é', 'a\n'),
  each<unknown>(
    'describeNoWorld',
    describeNoWorld,
    5,
    '',
    '.a',
    '..-a.',
    'test[1]',
    'abcdefg!"#$%&/',
    'x'.repeat(65),
    `${'x'.repeat(63)}[]`,
    '[]',
    'é',
  ),
  row('describeNoWorld', describeNoWorld, ['a b', (world: string) => `--world ${world}`]),
  each('status and meaning of', (code: keyof typeof CODES) => CODES[code], ...(Object.keys(CODES) as (keyof typeof CODES)[])),
  row('rateLimited', rateLimited, [SHOWN], [{ ...SHOWN, retryAfter: 1, window: 'day' }, ['plan-size']]),
  row('keyBanned', keyBanned, [SHOWN]),
  row('unauthorized', unauthorized, ['Pet "Store" \\ é', true, 'no'], ['a', false, 'none']),
  row('operationRemoved', operationRemoved, [{ id: 'a' }], [{ id: 'a', deprecation: { sunset: 1_922_659_200_000, successor: '/b' } }]),
]

/** Letters that no page shows are written as their code. */
const written = (value: unknown) =>
  (JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item)) ?? String(value)).replaceAll(
    /[^\n -~é🐶…×]/gu,
    (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`,
  )

function resultOf(call: Row[1], given: readonly unknown[]): string {
  try {
    const result = call(...(given as never[]))
    if (!(result instanceof Problem)) return written(result)
    const { message, code, status, headers, causeParameters, assumed } = result
    return written({ message, code, status, headers, causeParameters, assumed })
  } catch (error) {
    return `throws ${error instanceof Problem ? error.code : error}: ${(error as Error).message}`
  }
}

test('the texts for people', async () => {
  const lines = ROWS.flatMap(([name, call, calls]) => [
    `# ${name}`,
    ...pack(calls.map((given) => `${given.map(written).join(', ')} => ${resultOf(call, given)}`)),
  ])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('texts.txt')
})

test('events are read from pieces of a stream', () => {
  const parser = new EventParser()
  expect(parser.push('id: 1\nevent: a\nda')).toEqual([])
  expect(parser.push('ta: x\n\ndata: y\n\nretry: 5\n\n: note\n\nodd: 1\n\n')).toEqual([
    { id: '1', event: 'a', data: 'x' },
    { id: undefined, event: undefined, data: 'y' },
  ])
  expect(parser.push('')).toEqual([])
  expect(() => parser.push(`data: ${'x'.repeat(16 * 1024 * 1024)}`)).toThrow(/buffer/i)
})

test('a value is made once, and a promise that was rejected is made again', async () => {
  let made = 0
  const one = once(() => (made += 1))
  expect([one(), one(), made]).toEqual([1, 1, 1])
  const nothing = once(() => {
    made += 1
  })
  expect([nothing(), nothing(), made]).toEqual([undefined, undefined, 2])
  const tried = once(async () => {
    made += 1
    if (made < 4) throw new Error(`try ${made}`)
    return made
  })
  await expect(tried()).rejects.toThrow('try 3')
  expect([await tried(), await tried()]).toEqual([4, 4])
})
