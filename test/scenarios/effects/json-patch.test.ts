// JSON Patch (RFC 6902): the examples of the RFC, operations that do not apply, and inherited fields.

import { expect, test } from 'vitest'
import { applyOperation, type PatchOperation } from '../../../src/scenarios/effects/patch.ts'

function apply(document: unknown, operation: object): { document: unknown; fault: string | undefined } {
  const holder = { document: structuredClone(document) }
  const fault = applyOperation(holder, operation as PatchOperation)
  return { document: holder.document, fault }
}

// The examples of RFC 6902, Appendix A, that apply, and cases that the RFC leaves open.
test.each<[unknown, object, unknown]>([
  [{ foo: 'bar' }, { op: 'add', path: '/baz', value: 'qux' }, { foo: 'bar', baz: 'qux' }],
  [{ foo: ['bar', 'baz'] }, { op: 'add', path: '/foo/1', value: 'qux' }, { foo: ['bar', 'qux', 'baz'] }],
  [{ baz: 'qux', foo: 'bar' }, { op: 'remove', path: '/baz' }, { foo: 'bar' }],
  [{ foo: ['bar', 'qux', 'baz'] }, { op: 'remove', path: '/foo/1' }, { foo: ['bar', 'baz'] }],
  [{ baz: 'qux' }, { op: 'replace', path: '/baz', value: 'boo' }, { baz: 'boo' }],
  [{ foo: ['all', 2n] }, { op: 'test', path: '/foo/1', value: 2n }, { foo: ['all', 2n] }],
  [{ foo: ['bar'] }, { op: 'add', path: '/foo/-', value: ['abc', 'def'] }, { foo: ['bar', ['abc', 'def']] }],
  [{ a: 1 }, { op: 'replace', path: '', value: [1] }, [1]],
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
  [{ foo: 1 }, { op: 'test', path: '/foo', value: '1' }, 'the value is another one'],
  [{ foo: 1 }, { op: 'remove', path: '' }, 'the whole body cannot be removed'],
  [{ foo: 1 }, { op: 'add', path: '/toString/x', value: 1 }, 'nothing is there'],
  [{ foo: 1 }, { op: 'add', path: '/hasOwnProperty/call', value: 1 }, 'nothing is there'],
  [{ foo: 1 }, { op: 'add', path: '/__proto__/x', value: 1 }, 'nothing is there'],
  [{ foo: 1 }, { op: 'replace', path: '/constructor', value: 1 }, 'nothing is there'],
])('$0 does not take $1', (document, operation, fault) => expect(apply(document, operation)).toEqual({ document, fault }))

test('a later operation changes or removes what an earlier one has added, and never its value', () => {
  const holder: { document: unknown } = { document: {} }
  const value = { a: 1 }
  const seen = [
    { op: 'add', path: '/x', value },
    { op: 'replace', path: '/x/a', value: 2 },
    { op: 'add', path: '/x~1~0', value: 3 },
    { op: 'remove', path: '/x' },
  ].map((operation) => applyOperation(holder, operation as PatchOperation) ?? JSON.stringify(holder.document))
  expect(seen).toEqual(['{"x":{"a":1}}', '{"x":{"a":2}}', '{"x":{"a":2},"x/~":3}', '{"x/~":3}'])
  expect(value).toEqual({ a: 1 })
})
