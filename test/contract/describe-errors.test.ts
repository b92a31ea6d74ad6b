// The sentences about values that break a schema: each has the place and the likely spelling.

import { describe, expect, test } from 'vitest'
import { createSchemas, validateWith } from '../../src/contract/schema.ts'
import { showPath } from '../../src/ground/words.ts'

const validate = await validateWith(() => ({
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1 },
    port: { type: 'integer', minimum: 0, maximum: 65_535 },
    limits: { enum: ['on', 'off'] },
    plans: {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: false, properties: { minute: { type: 'integer', minimum: 1 } } },
    },
    list: { type: 'array', items: { type: ['string', 'object'], maxLength: 3 } },
  },
}))

test.each<[object | number, string, string]>([
  [{ name: 'x', prot: 1 }, 'prot', 'prot is not in its format: did you mean port?'],
  [{ name: 'x', xyz: 1 }, 'xyz', 'xyz is not in its format: leave it out (known: name, port, limits, plans, list)'],
  [{ name: 'x', limits: 'of' }, 'limits', 'limits must be one of on, off, got "of": did you mean off?'],
  [{ name: 'x', limits: {} }, 'limits', 'limits must be one of on, off, got an object'],
  [{ name: 'x', port: 'x' }, 'port', 'port must be an integer, got "x"'],
  [{ name: 'x', port: 70_000 }, 'port', 'port must be at most 65535, got 70000'],
  [{ name: 'x', plans: { free: { minute: -1 } } }, 'plans.free.minute', 'minute must be at least 1, got -1'],
  [{ name: 'x', plans: { free: { minuet: 1 } } }, 'plans.free.minuet', 'minuet is not in its format: did you mean minute?'],
  [{ name: 'x', list: ['a', 5] }, 'list[1]', 'list[1] must be a string or an object, got 5'],
  [{ name: 'x', list: () => {} }, 'list', 'list must be an array, got a function'],
  [{ prot: 1 }, 'name', 'name is missing: send a string'],
  [5, '', 'the value must be an object, got 5'],
])('%j', (value, place, sentence) => {
  const [first] = validate(value)
  expect(first && [showPath(first.path), first.message]).toEqual([place, sentence])
})

test('a value that fits has no violations', () => expect(validate({ name: 'x', port: 0, list: [{}, 'abc'], limits: 'on' })).toEqual([]))

describe('a value with a hundred thousand faults', () => {
  const items = Array.from({ length: 100_000 }, () => 5)
  const names = Object.fromEntries(items.map((_, index) => [`n${index}`, 1]))

  test('is refused with a few of the faults', () => {
    expect(validate({ name: 'x', list: items })).toMatchObject([{ path: ['list', 0] }])
    expect(validate({ name: 'x', ...names }).length).toBeLessThan(21)
    expect(validate({ name: 'x', list: items.slice(0, 1000) })).toHaveLength(20)
  })

  test('gets a few sentences when it belongs to a contract', async () => {
    const compile = await createSchemas({ components: { schemas: { Item: { type: 'string' } } } })
    const check = compile({ type: 'array', items: { $ref: '#/components/schemas/Item' } })
    expect(check(items, 'body')).toEqual([{ message: 'body[0] must be a string, got 5', path: [0] }])
    expect(check(items.slice(0, 1000), 'body')).toHaveLength(20)
    expect(check(['a', 5, 6], 'body')).toMatchObject([
      { message: 'body[1] must be a string, got 5' },
      { message: 'body[2] must be a string, got 6', path: [2] },
    ])
  })
})
