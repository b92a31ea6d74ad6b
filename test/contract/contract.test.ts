// A contract with each form that the sandbox reads: what stands in it, how its requests are read, and which replies it allows.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { othersIn, parseChoices, readChoices } from '../../src/contract/assumptions.ts'
import { describeContract, loadContract, withChoices } from '../../src/contract/contract.ts'
import {
  exampleOf,
  findNode,
  findOperation,
  inline,
  type Node,
  renderExcerpt,
  resolve,
  walk,
  withPlainTypes,
} from '../../src/contract/document.ts'
import { isObject, renderJson } from '../../src/contract/json/json.ts'
import { findReplyViolation, type Operation } from '../../src/contract/operations.ts'
import { readRequest, type SentRequest } from '../../src/contract/read-request.ts'
import { CODES } from '../../src/ground/problem.ts'
import { createDirectory } from '../support/command.ts'
import { outline, wrap } from '../support/recorded.ts'

const SHOP = fileURLToPath(new URL('shop/shop.yaml', import.meta.url))
const said = vi.spyOn(console, 'warn')
const shop = await loadContract(SHOP, { known: { plans: ['small', 'large'] } })

/** Functions are left out, maps become objects, and the check of a media type the word check. */
const plain = (value: unknown): unknown => {
  if (value instanceof Map)
    return plain(Object.fromEntries([...value].map(([name, one]) => [name, typeof one === 'function' ? 'check' : one])))
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const held = Object.entries(value).filter(([, item]) => typeof item !== 'function' && item !== undefined)
  return Object.fromEntries(held.map(([name, item]) => [name, plain(item)]))
}

const operationOf = (wanted: string): Operation => {
  const found = shop.operations.find(({ id }) => id === wanted)
  if (found === undefined) throw new Error(`no ${wanted}`)
  return found
}

test('what a contract holds', async () => {
  expect(said).not.toHaveBeenCalled()
  const { document, ...held } = shop
  await expect(`${describeContract(shop)}\n${outline(plain(held))}`).toMatchFileSnapshot('shop/contract.yaml')
})

test('the document for others, without what is assumed', async () => {
  await expect(outline(shop.publish('http://127.0.0.1/v2'))).toMatchFileSnapshot('shop/published.yaml')
})

test('other choices stand in the marks of the document and in the list; the rest stays as it is', () => {
  const chosen = withChoices(shop, { ending: 'soon', shape: 'shut' })
  const marked = (document: Node) => {
    const found: string[] = []
    walk(document, '#', ({ id, choice, choices }, at) => void (isObject(choices) && found.push(`${at}: ${id} ${choice}`)))
    return found
  }
  const marks = [
    '#/x-plans/small/x-assumption: plan-size undefined',
    '#/paths/~1items/get/x-assumption: ending soon',
    '#/paths/~1items/get/responses/200/x-assumption: sizes undefined',
    '#/paths/~1notes/post/x-assumption/0: notes undefined',
    '#/components/responses/Item/content/application~1json/schema/x-assumption: shape shut',
  ]
  expect(marked(chosen.document)).toEqual(marks)
  const published = chosen.publish('http://127.0.0.1/v2', { assumptions: true })
  expect(marked(published)).toEqual(marks)
  expect(published).toMatchObject({ 'x-codes': CODES, servers: [{ url: 'http://127.0.0.1/v2', description: 'This sandbox' }] })
  expect(chosen.publish('')).toEqual(shop.publish(''))
  expect({ ...shop, ...chosen }).toEqual(chosen)
  expect(withChoices(shop, {})).toBe(shop)
  expect(chosen.assumptions.map(({ id, choice }) => `${id} ${choice}`)).toEqual([
    ...['plan-size 2', 'ending soon', 'sizes one', 'notes kept', 'shape shut'],
  ])
})

test('for code generators, a schema has one type, or one type and null', () => {
  const { Known, NewItem } = resolve({}, resolve({}, withPlainTypes(shop.document).components).schemas)
  expect(Known).toMatchObject({
    type: 'object',
    properties: { null: { type: ['string', 'null'] }, both: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
  })
  expect(renderJson(NewItem)).toContain('"items":{"anyOf":[{"type":"string"},{"type":"object"},{"type":"null"}]}')
})

const JSON_BODY = { 'content-type': 'application/json' }
const body = (text: string, headers: SentRequest['headers'] = JSON_BODY) => ({ headers, body: new TextEncoder().encode(text) })

/** An operation, and what differs from an empty request. */
const REQUESTS: readonly (readonly [operation: string, sent: Partial<SentRequest>])[] = [
  ['getItem', { path: { 'item-id': '7' } }],
  ['getItem', { path: { 'item-id': '-0' }, query: 'size=09&size' }],
  ['getItem', { path: {}, query: 'size=10&syze=&size2=x&x-trace=1&item-id=3' }],
  ['getItem', { path: { 'item-id': '2' }, query: 'size=2' }],
  ['lookAtNotes', { query: 'note=a' }],
  ['lookAtNotes', { query: 'small=-2147483648&large=-9223372036854775808&share=0.5' }],
  ['lookAtNotes', { query: 'small=-2147483649&large=-9223372036854775809&share=0.49' }],
  ['lookAtNotes', { query: 'small=6.5&large=9223372036854775808&share=1.5' }],
  ['getItem', { path: { 'item-id': '9223372036854775807' }, query: 'size=large' }],
  ['getItem', { path: { 'item-id': '9223372036854775808' }, headers: { 'x-trace': 'ab', cookie: 'outside=a; side=left;side=right' } }],
  ['getItem', { path: { 'item-id': '1' }, headers: { 'x-trace': ['a', 'abc'], cookie: ['side=left'] } }],
  ['getItem', { path: { 'item-id': '1' }, headers: { 'x-trace': ['a', 'b', 'c'], cookie: ['x=side=1', 'side=up'] } }],
  ['findItems', {}],
  ['findItems', { query: 'from=0&limit=4&tags=1&tags=true&state=new&on=false&cursor=c1&after=2030-01-01T00:00:00Z' }],
  ['findItems', { query: 'from=-1.5e1&limit=5&tags=1&state=nev&on=0&cursor=1&after=2030' }],
  ['findItems', { query: 'from=.5&limit=0&tags=a&tags=false&state=&on=true&after=' }],
  ['findItems', { query: 'from=1e1&limit=2147483648&on=TRUE&on=true&after=2030-13-01T00:00:00Z' }],
  ['findItems', { query: `from=1&after=2030-01-01T00:00:00Z&${Array.from({ length: 12 }, (_, index) => `u${index % 11}=1`).join('&')}` }],
  ['findItems', { query: `from=1&after=2030-01-01T00:00:00Z&${'n'.repeat(61)}=1&a/b=1` }],
  ['removeItem', { path: { 'item-id': '1e1' }, ...body('{') }],
  ['addItem', {}],
  ['addItem', body('')],
  ['addItem', body('{"name":"a","gift":true,"card":1,"gifd":true,"x":1}')],
  ['addItem', { ...body('{"name":1}'), isLost: true }],
  ['addItem', body('{}', {})],
  ['addItem', body('{}', { 'content-type': 'text/plain' })],
  ['addItem', body('{}', { 'content-type': 'application/json; charset=latin1' })],
  ['addItem', body('{}', { ...JSON_BODY, 'content-encoding': 'gzip' })],
  ['addItem', body('{"name":"Cup"}', { 'content-type': 'Application/JSON ; Charset="UTF-8"', 'content-encoding': 'Identity' })],
  ['addItem', body('[]', { 'content-type': ['application/vnd.shop+json'] })],
  ['addItem', body('no', { 'content-type': 'application/jsonl' })],
  ['addItem', body('{"name":}')],
  ['addItem', body('{"name":1e400}')],
  ['addItem', { headers: JSON_BODY, body: Uint8Array.of(0x22, 0xff, 0x22) }],
  ['addItem', body('"Cup"')],
  ['addItem', body('{"name":"Cup","price":0.5,"state":"used","parts":["a"],"code":"a","kind":5,"mail":"a@b.example","a/b~c":[1,2]}')],
  ['addItem', body('{"name":"","price":0.4,"state":"us","parts":[],"code":"1","kind":true,"mail":"a","a/b~c":[1],"nmae":1}')],
  ['addItem', body('{"name":"Teapot","price":2.1,"state":5,"parts":["a",null,5,true],"code":null,"kind":"abc","mail":[],"a/b~c":{}}')],
  ['addItem', body(`{"name":"Cup","price":9007199254740993,"names":{"ab":1},"any":{"a":"x"},"${'n'.repeat(61)}":1,"x~y/z":1}`)],
  ['addItem', body('{"name":"Cup","any":5,"names":[]}')],
  ['addNote', body('x', { 'content-type': 'text/plain' })],
  ['addNote', {}],
  ['putNotes', {}],
  ['putNotes', body('{"text":"a","more":[{"text":"b","more":[{"txt":"c"},{"text":5}]}]}')],
  ['putNotes', body('{"txt":"a"}')],
  ['patchNotes', {}],
  ['patchNotes', body('{}')],
  ['patchNotes', body('null')],
  ['patchNotes', body('{"a":"b","b":"b","c":{"b":1},"d":5,"e":"two","f":"long","g":[],"h":6,"i":{},"j":{"c":1},"k":"b","l":6,"m":0.5}')],
  ['patchNotes', body('{"a":5,"b":5,"c":5,"d":null,"e":5,"f":{},"g":["a","b"],"h":"6","i":{"x":1,"y":2},"j":5,"k":"","l":"5","m":1.5}')],
  ['patchNotes', body('{"a":"a","b":"ab","c":{"a":1},"d":true,"e":[],"f":"l","g":[],"h":5.5,"i":{"x":null},"j":{"b":""},"k":5,"l":5}')],
  ['patchNotes', body(`{"j":{"b":"","n":5,"${'x'.repeat(61)}":1}}`)],
  ['addItem', body('{"name":"Cup","parts":["a","b"]}')],
  ['patchNotes', body(`{"g":[${Array(90).fill('1')}],"b":1}`)],
  ['patchNotes', body(`{"i":{${Array.from({ length: 120 }, (_, index) => `"n${index}":${index}`)}},"a":1}`)],
  ['askNotes', {}],
]

test('what a request holds, what breaks the contract, and which names are unknown', async () => {
  const lines = REQUESTS.map(([operation, { body, ...sent }]) => {
    const read = readRequest(operationOf(operation), { path: {}, query: '', headers: {}, ...sent, body })
    const shown = [...Object.values(sent).map((one) => renderJson(one)), ...(body ? [Buffer.from(body).toString()] : [])]
    const { input, violations, unknown } = read
    // A body that is read as it was sent is left out.
    const given = Object.entries(input).filter(([name, value]) => renderJson(value) !== (name === 'body' ? shown.at(-1) : '{}'))
    return [
      `> ${[operation, ...shown].join(' ')}`,
      given.map(([name, value]) => `${name} ${renderJson(value)}`).join(' | '),
      ...violations.map((one) => Object.values(one).join(' | ')),
      ...unknown.map((one) => `unknown: ${Object.values(one).join(' | ')}`),
    ]
  })
  const written = lines.flat().filter((line) => line !== '')
  await expect(`${written.map(wrap).join('\n')}\n`).toMatchFileSnapshot('shop/requests.txt')
})

const ITEM = { id: 1, name: 'Cup' }

test.each<[string, number, string, unknown, string?]>([
  ['getItem', 200, 'application/json', ITEM],
  ['getItem', 200, 'application/json', { ...ITEM, parent: { ...ITEM, colour: 'red' } }],
  [
    'getItem',
    200,
    'application/json',
    { ...ITEM, colour: 'red' },
    '200 with a body that breaks the contract: colour is not in the contract: leave it out (known: id, name, parent)',
  ],
  ['getItem', 200, 'application/json', undefined, '200 with a body that breaks the contract: body must be an object, got undefined'],
  ['getItem', 200, 'text/html', '<p>', '200 with text/html, which the contract does not document'],
  ['getItem', 200, '', '<p>', '200 with no media type, which the contract does not document'],
  ['getItem', 404, 'application/problem+json', { code: 'none', plan: 'small', state: 'new' }],
  [
    'getItem',
    404,
    'application/problem+json',
    { code: 'none', state: 'used' },
    '404 with a body that breaks the contract: state must have at most 3 characters, got "used"',
  ],
  ['getOthers', 200, 'application/json', 5.5],
  [
    'getOthers',
    200,
    'application/json',
    2 ** 53,
    '200 with a body that breaks the contract: body must be at most 5.5, got 9007199254740992',
  ],
  [
    'getItem',
    400,
    'application/problem+json',
    { code: 'none', plan: 'smal' },
    '400 with a body that breaks the contract: plan must be one of small, large, got "smal": did you mean small?',
  ],
  ['getItem', 399, 'application/problem+json', { code: 'none' }, '399, which the contract does not document'],
  ['getItem', 500, 'application/problem+json', { code: 'none' }, '500, which the contract does not document'],
  ['removeItem', 204, '', undefined],
  ['removeItem', 204, '', 'x', '204 with a body that the contract does not document'],
  ['removeItem', 404, 'text/plain', 'anything'],
  ['findItems', 200, 'application/json', [ITEM, ITEM]],
  [
    'findItems',
    200,
    'application/json',
    [ITEM, { id: 1 }],
    '200 with a body that breaks the contract: body[1].name is missing: send a string',
  ],
  [
    'findItems',
    200,
    'application/json',
    [ITEM, ITEM, ITEM],
    '200 with a body that breaks the contract: body must have at most 2 items, got an array',
  ],
  ['findItems', 200, 'application/json', 5, '200 with a body that breaks the contract: body must be an array, got 5'],
  ['findItems', 418, 'application/json', { code: 'teapot' }],
  ['findItems', 418, 'application/json', {}, '418 with a body that breaks the contract: code is missing: send a string'],
  ['addItem', 201, 'application/json', ITEM],
  ['addItem', 201, 'application/json', { name: 'Cup' }, '201 with a body that breaks the contract: id is missing: send a value'],
  ['addNote', 200, 'application/json', [[], [[]]]],
  ['addNote', 200, 'application/json', [[], [5]], '200 with a body that breaks the contract: body[1][0] must be an array, got 5'],
])('%s answers %i with %s %j', (operation, status, type, reply, violation) => {
  const expected = violation && `answers ${violation}`
  // A value that fits is remembered. A value that does not fit is checked again.
  for (const _time of ['first', 'second']) expect(findReplyViolation(operationOf(operation), { status, type, body: reply })).toBe(expected)
})

test('a schema is found by its name, and allows the fields that it names', () => {
  expect(shop.check('Nothing')).toBeUndefined()
  expect(shop.check('Free')?.(5, 'item')).toEqual([])
  expect(shop.check('Table')?.([[ITEM], [{ ...ITEM, no: 1 }]], 'rows')).toMatchObject([
    { message: 'rows[1][0].no is not in the contract: leave it out (known: id, name, parent)' },
  ])
  expect(shop.check('Table')?.([[], [], []], 'rows')).toMatchObject([{ message: 'rows must have at most 2 items, got an array' }])
  expect(shop.check('Bag')?.({ any: 1 }, 'bag')).toEqual([])
  expect(shop.check('Odd')?.([[[5]]], 'odd')).toMatchObject([{ message: 'odd[0][0][0] must be an array, got 5' }])
  const check = shop.check('Item')
  expect(check?.(ITEM, 'item')).toEqual([])
  expect(check?.({ ...ITEM, extra: { a: [1] } }, 'items[3]')).toEqual([
    { message: 'items[3].extra is not in the contract: leave it out (known: id, name, parent)', path: ['extra'] },
  ])
})

const { assumptions } = shop

test.each<[readonly string[], Record<string, string>]>([
  [['ending=soon', 'notes=lost', 'ending=late'], { ending: 'late', notes: 'lost' }],
  [['plan-size=2'], { 'plan-size': '2' }],
  [['contrary'], { 'plan-size': '3', ending: 'soon', notes: 'lost', shape: 'shut' }],
  [['contrary', 'ending=none'], { 'plan-size': '3', ending: 'none', notes: 'lost', shape: 'shut' }],
  [[], {}],
])('the choices %j', (texts, choices) => {
  expect(parseChoices(texts, assumptions)).toEqual(choices)
  const others = Object.entries(choices).filter(([id, choice]) => !['ending none', 'plan-size 2'].includes(`${id} ${choice}`))
  expect(othersIn(choices, assumptions)).toEqual(Object.fromEntries(others))
})

test.each<[() => unknown, string]>([
  [() => parseChoices(['soon'], assumptions), '"soon" must be contrary, or an assumption and its choice such as order=shuffled'],
  [() => parseChoices(['endign=soon'], assumptions), '"endign" is not an assumption: did you mean ending?'],
  [() => parseChoices(['x='], assumptions), '"x" is not an assumption; the assumptions are plan-size, ending, sizes, notes, shape'],
  [() => parseChoices(['ending=none=soon'], assumptions), 'ending must be none, soon or late, got "none=soon"'],
  [() => readChoices({ ending: 'sooon' }, assumptions), 'ending must be none, soon or late, got "sooon": did you mean soon?'],
  [() => readChoices({ 'plan-size': 4 }, assumptions), 'plan-size must be 2 or 3, got 4'],
  [
    () => findOperation(shop.document, 'getitem'),
    'There is no operation getitem: the operations are getItem, removeItem, findItems, addItem, addNote, putNotes, patchNotes, askNotes, lookAtNotes, getOthers.',
  ],
])('a wrong name is refused with the right ones: %s', (read, message) => expect(read).toThrow(new Error(message)))

test('operations with everything that they refer to, and schemas without references', async () => {
  const { document } = shop
  const read = {
    excerpt: JSON.parse(renderExcerpt(document, ['putNotes', 'removeItem'])),
    inline: {
      Item: inline(document, { $ref: '#/components/schemas/Item' }),
      note: inline(document, { $ref: '#/components/schemas/Note', title: 'A' }),
    },
    examples: [undefined, findOperation(document, 'addItem').node, findOperation(document, 'putNotes').node].map((node) =>
      exampleOf(document, node),
    ),
  }
  await expect(outline(read)).toMatchFileSnapshot('shop/excerpt.yaml')
})

const START = 'openapi: 3.1.0\npaths: { /a: { get: { operationId: a, responses: {} } } }\n'

describe('a contract that cannot be served names the file, the place and the reason', () => {
  test.each<[string | Uint8Array, string]>([
    ['openapi: 3.0.3\npaths: { /a: {} }', ': the contract must be an OpenAPI 3.1 document, with "openapi: 3.1.0"'],
    ['- openapi', ': the contract must be an OpenAPI 3.1 document, with "openapi: 3.1.0"'],
    ['openapi: 3.1.0', ': paths: the contract needs at least one path'],
    ['openapi: 3.1.0\npaths: {}', ': paths: the contract needs at least one path'],
    [START.replace('a,', '5,'), ': paths./a.get: an operation needs an operationId'],
    [START.replace('{} }', '{} }, put: { operationId: a }'), ': paths./a.put: the operationId a is used twice'],
    [
      START.replace('responses: {}', 'requestBody: { content: { text/plain: { schema: { type: word } } } }'),
      ': paths./a.get: a schema cannot be compiled: type must be JSONType or JSONType[]: word',
    ],
    [`${START}x: [{ y~/z: { $ref: '#/x/1' } }]`, ': #/x/0/y~~1z: there is nothing at #/x/1'],
    [`${START}x-plans: { p: { minute: 1.5, day: 2 } }`, ': x-plans.p: minute and day must be whole numbers'],
    [`${START}x-plans: { p: { minute: 1 } }`, ': x-plans.p: minute and day must be whole numbers'],
    [START.replace('{} }', '{ "40": {} } }'), ': paths./a.get: the response "40" has no status: write it as 404, 4XX or default'],
    [`${START}x: { x-assumption: { id: a, default: b, choices: { c: C. } } }`, ': x-assumption a: the default b is none of its choices'],
    [Uint8Array.of(0xff), ': cannot be read: it is not UTF-8'],
  ])('%j', async (text, message) => {
    const file = join(await createDirectory(), 'own.yaml')
    await writeFile(file, text)
    await expect(loadContract(file)).rejects.toThrow(
      expect.objectContaining({ name: 'StartError', message: expect.stringContaining(file + message) }),
    )
  })

  test('a file that is not there', async () => {
    await expect(loadContract('/nowhere/own.yaml')).rejects.toThrow('/nowhere/own.yaml: there is no such file')
  })
})

test('a contract that says nothing of plans, bans and sizes has values for all of them', async () => {
  const file = join(await createDirectory(), 'own.json')
  await writeFile(
    file,
    renderJson({ openapi: '3.1.0', info: { title: 'Own', version: '1' }, paths: { '/a': { get: { operationId: 'a' } } } }),
  )
  for (const isTested of [true, false]) {
    const { document, operations, ...held } = await loadContract(file, { isTested })
    expect(plain(held)).toMatchObject({
      title: 'Own',
      version: '1',
      basePath: '',
      maxBodyBytes: 1_048_576,
      ban: { after: 10, seconds: 300 },
      assumptions: [],
      plans: [{ name: 'free', minute: 1_000_000, day: 1_000_000_000, assumed: [] }],
    })
    expect(operations.map(({ path }) => path)).toEqual(['/a'])
  }
})

test('a document that the build has tested is not checked again, and its schemas wait for their first value', async () => {
  const file = join(await createDirectory(), 'own.json')
  const schema = { type: 'object', properties: { a: { type: 'word' } } }
  const get = { operationId: 'a', requestBody: { content: { 'application/json': { schema } } } }
  await writeFile(file, renderJson({ openapi: '3.0.0', paths: { '/a': { get } } }))
  await expect(loadContract(file)).rejects.toThrow('OpenAPI 3.1')
  const { operations } = await loadContract(file, { isTested: true })
  expect(() => operations[0]?.body?.content.get('application/json')?.check({}, 'body')).toThrow('word')
})

test('messages call the document by its name', async () => {
  const named = await loadContract(SHOP, { name: 'the shop' })
  expect(named.check('Item')?.({ ...ITEM, no: 1 }, 'item')).toMatchObject([
    { message: 'item.no is not in the shop: leave it out (known: id, name, parent)' },
  ])
  // Without names that the sandbox knows, the document stays as it is written.
  expect(findNode(named.document, '#/components/schemas/Known/properties/none')).toEqual({ type: 'string', 'x-known': 'worlds' })
})
