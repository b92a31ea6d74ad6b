// Which schemas are closed before values are made up from them, and which schemas must stay open.

import { expect, test } from 'vitest'
import { closeObjects } from '../../src/contract/prism.ts'

const open = Object.freeze({ type: 'object', properties: { id: { type: 'integer' } } })
const closed = { ...open, additionalProperties: false }

test.each<[string, object, object]>([
  ['an object', open, closed],
  ['an object in a list', { type: 'array', items: open }, { type: 'array', items: closed }],
  ['an object in an object', { ...open, properties: { pet: open } }, { ...closed, properties: { pet: closed } }],
  ['an object that allows more properties', { ...open, additionalProperties: true }, { ...open, additionalProperties: true }],
  ['a map', { type: 'object', additionalProperties: open }, { type: 'object', additionalProperties: closed }],
  ['an object that lists nothing', { type: 'object' }, { type: 'object' }],
  ['an object that requires more than it lists', { ...open, required: ['name'] }, { ...open, required: ['name'] }],
  ['a part of another schema', { allOf: [open, { oneOf: [open] }] }, { allOf: [open, { oneOf: [open] }] }],
  ['an object in a part of another schema', { allOf: [{ properties: { pet: open } }] }, { allOf: [{ properties: { pet: closed } }] }],
])('%s', (_title, schema, expected) => {
  expect(closeObjects({ schema })).toEqual({ schema: expected })
})

test('a schema that another schema refers to as its part stays open, and the document is not changed', () => {
  const document = { whole: { allOf: [{ $ref: '#/link' }] }, link: { $ref: '#/part' }, part: open, other: structuredClone(open) }
  const before = structuredClone(document)
  expect(closeObjects(document)).toEqual({ ...document, other: closed })
  expect(document).toEqual(before)
})
