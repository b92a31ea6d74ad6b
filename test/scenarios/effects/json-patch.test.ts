// JSON Patch (RFC 6902): the examples of the RFC, operations that do not apply, and inherited fields.

import { describe, expect, test } from 'vitest'
import { applyOperation, type PatchOperation } from '../../../src/scenarios/effects/patch.ts'

function apply(document: unknown, operation: object, budget = { changedBytes: 0 }): { document: unknown; fault: string | undefined } {
  const holder = { document: structuredClone(document) }
  const fault = applyOperation(holder, operation as PatchOperation, budget)
  return { document: holder.document, fault }
}

// The examples of RFC 6902, Appendix A, that apply, and cases that the RFC leaves open.
test.each<[unknown, object, unknown]>([
  [{ foo: 'bar' }, { op: 'add', path: '/baz', value: 'qux' }, { foo: 'bar', baz: 'qux' }],
  [{ foo: ['bar', 'baz'] }, { op: 'add', path: '/foo/1', value: 'qux' }, { foo: ['bar', 'qux', 'baz'] }],
  [{ baz: 'qux', foo: 'bar' }, { op: 'remove', path: '/baz' }, { foo: 'bar' }],
  [{ foo: ['bar', 'qux', 'baz'] }, { op: 'remove', path: '/foo/1' }, { foo: ['bar', 'baz'] }],
  [{ baz: 'qux' }, { op: 'replace', path: '/baz', value: 'boo' }, { baz: 'boo' }],
  [
    { foo: { bar: 1, waldo: 'fred' }, qux: {} },
    { op: 'move', from: '/foo/waldo', path: '/qux/thud' },
    { foo: { bar: 1 }, qux: { thud: 'fred' } },
  ],
  [{ foo: ['all', 'grass', 'cows', 'eat'] }, { op: 'move', from: '/foo/1', path: '/foo/3' }, { foo: ['all', 'cows', 'eat', 'grass'] }],
  [{ foo: ['a', 2, 'c'] }, { op: 'test', path: '/foo/1', value: 2 }, { foo: ['a', 2, 'c'] }],
  [{ foo: ['bar'] }, { op: 'add', path: '/foo/-', value: ['abc', 'def'] }, { foo: ['bar', ['abc', 'def']] }],
  [
    { '/': 9, '~1': 10 },
    { op: 'test', path: '/~01', value: 10 },
    { '/': 9, '~1': 10 },
  ],
  [{ a: 1 }, { op: 'replace', path: '', value: [1] }, [1]],
  [{ a: { b: 9007199254740993n } }, { op: 'copy', from: '/a', path: '/c' }, { a: { b: 9007199254740993n }, c: { b: 9007199254740993n } }],
  [{}, { op: 'add', path: '/__proto__', value: 1 }, JSON.parse('{"__proto__":1}')],
])('$1: $0', (document, operation, result) => expect(apply(document, operation)).toEqual({ document: result, fault: undefined }))

test.each<[unknown, object, string]>([
  [{ foo: 'bar' }, { op: 'add', path: '/baz/bat', value: 'qux' }, 'nothing is there'],
  [{ foo: 'bar' }, { op: 'add', path: '/foo/x', value: 1 }, 'nothing is there'],
  [{ foo: [1] }, { op: 'add', path: '/foo/2', value: 1 }, 'nothing is there'],
  [{ foo: [1] }, { op: 'add', path: '/foo/01', value: 1 }, 'nothing is there'],
  [{ foo: [1] }, { op: 'replace', path: '/foo/-', value: 1 }, 'nothing is there'],
  [{ foo: [1] }, { op: 'replace', path: '/foo/length', value: 4294967295 }, 'nothing is there'],
  [{ foo: [1] }, { op: 'remove', path: '/foo/length' }, 'nothing is there'],
  [{ foo: 1 }, { op: 'remove', path: '/bar' }, 'nothing is there'],
  [{ foo: 1 }, { op: 'remove', path: '' }, 'the whole body cannot be removed'],
  [{ foo: 1 }, { op: 'test', path: '/foo', value: '1' }, 'it is 1, not "1"'],
  [{ foo: 1 }, { op: 'copy', from: '/bar', path: '/baz' }, 'nothing is at "/bar"'],
  [{ foo: [1, 2] }, { op: 'move', from: '/foo/0', path: '/foo/2' }, 'nothing is there'],
  [{ foo: 1 }, { op: 'add', path: '/toString/x', value: 1 }, 'nothing is there'],
  [{ foo: 1 }, { op: 'add', path: '/hasOwnProperty/call', value: 1 }, 'nothing is there'],
  [{ foo: 1 }, { op: 'add', path: '/__proto__/x', value: 1 }, 'nothing is there'],
  [{ foo: 1 }, { op: 'copy', from: '/toString', path: '/x' }, 'nothing is at "/toString"'],
  [{ foo: 1 }, { op: 'replace', path: '/constructor', value: 1 }, 'nothing is there'],
])('$0 does not take $1', (document, operation, fault) => expect(apply(document, operation)).toEqual({ document, fault }))

test('a later operation changes, moves or removes what an earlier one has added', () => {
  const holder: { document: unknown } = { document: {} }
  const seen = [
    { op: 'add', path: '/x', value: 1 },
    { op: 'add', path: '/x', value: 2 },
    { op: 'replace', path: '/x', value: 3 },
    { op: 'move', from: '/x', path: '/y' },
    { op: 'remove', path: '/y' },
  ].map((operation) => {
    const fault = applyOperation(holder, operation as PatchOperation, { changedBytes: 0 })
    return fault ?? JSON.stringify(holder.document)
  })
  expect(seen).toEqual(['{"x":1}', '{"x":2}', '{"x":3}', '{"y":3}', '{}'])
})

test('a value is copied, so a later operation changes only one of the two copies', () => {
  const value = { a: 1 }
  const holder = { document: {} }
  for (const operation of [
    { op: 'add', path: '/x', value },
    { op: 'copy', from: '/x', path: '/y' },
    { op: 'replace', path: '/x/a', value: 2 },
  ] as PatchOperation[])
    applyOperation(holder, operation, { changedBytes: 0 })
  expect([value, holder.document]).toEqual([{ a: 1 }, { x: { a: 2 }, y: { a: 1 } }])
})

describe('its size is limited', () => {
  const LONG = { document: { a: 'x'.repeat(600), b: {} } }

  test.each([
    { op: 'add', path: '/c', value: 'x'.repeat(600) },
    { op: 'replace', path: '/a', value: { c: 'x'.repeat(600) } },
    { op: 'copy', from: '/a', path: '/c' },
    { op: 'move', from: '/a', path: '/c' },
    { op: 'test', path: '/a', value: 'x'.repeat(600) },
  ])('$op', (operation) => {
    const budget = { changedBytes: 8 * 1024 * 1024 - 1500 }
    expect(apply(LONG.document, operation, budget).fault).toBeUndefined()
    expect(8 * 1024 * 1024 - budget.changedBytes).toBeLessThan(700)
    expect(() => apply(LONG.document, operation, budget)).toThrow('the scenarios would copy more than 8388608 bytes to change this reply')
  })

  test('its depth is limited to 100 levels', () => {
    const nest = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    expect(apply({ a: nest(60), b: nest(39) }, { op: 'copy', from: '/b', path: `/a${'/0'.repeat(59)}/-` }).fault).toBeUndefined()
    const { document, fault } = apply({ a: nest(60), b: nest(40) }, { op: 'move', from: '/b', path: `/a${'/0'.repeat(59)}/-` })
    expect([document, fault]).toEqual([{ a: nest(60), b: nest(40) }, 'it would be nested more than 100 levels deep'])
  })
})
