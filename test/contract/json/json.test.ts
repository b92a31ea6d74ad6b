// The JSON codec. Integers are exact. A value that cannot be read exactly is refused with its place.

import { describe, expect, test } from 'vitest'
import { JsonViolation } from '../../../src/contract/json/exact-json.ts'
import { parseJson, renderJson } from '../../../src/contract/json/json.ts'

describe('numbers', () => {
  test.each<[string, unknown]>([
    ['0', 0],
    ['-0', -0],
    ['1.0', 1],
    ['1e3', 1000],
    ['1.50e3', 1500],
    ['15E-1', 1.5],
    ['100e-2', 1],
    ['0.1', 0.1],
    ['0e400', 0],
    ['5e-324', 5e-324],
    ['0.12345678901234567890123', 0.12345678901234568],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['9007199254740993.000', 9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['9.223372036854775807e18', 9223372036854775807n],
    ['-9.223372036854775808E+18', -9223372036854775808n],
    ['922337203685477580.7e1', 9223372036854775807n],
    ['0.0009223372036854775807e22', 9223372036854775807n],
    ['92233720368547758070e-1', 9223372036854775807n],
    ['1e17', 100000000000000000n],
    ['12345678901234567e2', 1234567890123456700n],
    ['18446744073709550591', 18446744073709550591n],
    ['18446744073709551616', 18446744073709551616n],
    ['1844674407370955161600e-2', 2 ** 64],
    ['1e30', 1e30],
    ['1e308', 1e308],
    ['9'.repeat(60), BigInt('9'.repeat(60))],
    ['9'.repeat(61), 1e61],
    [`1.${'0'.repeat(998)}`, 1],
    ['0.0e-5', 0],
    ['-0.0e5', -0],
    ['1000e-3', 1],
    ['1.5e1', 15],
    ['0e-999999', 0],
    ['18446744073709551615', 18446744073709551615n],
    ['-18446744073709551616', -18446744073709551616n],
    ['-1e20', -1e20],
    ['123456789012345', 123456789012345],
    ['1234567890123456', 1234567890123456],
  ])('%s', (text, value) => {
    expect(parseJson(text)).toStrictEqual(value)
    expect(parseJson(` [ ${text} , {"a" : ${text}\n}, ${text}]`)).toStrictEqual([value, { a: value }, value])
  })

  test.each([
    ['1e400', 'the number 1e400 cannot be read exactly: it is too large (line 1 column 1)'],
    ['-1e400', 'the number -1e400 cannot be read exactly: it is too large (line 1 column 1)'],
    ['0.1e-400', 'the number 0.1e-400 cannot be read exactly: use fewer digits, or 0 (line 1 column 1)'],
    [`1.${'0'.repeat(999)}`, `the number 1.${'0'.repeat(57)}… cannot be read exactly: use fewer digits, or 1 (line 1 column 1)`],
    ['1e-400', 'the number 1e-400 cannot be read exactly: use fewer digits, or 0 (line 1 column 1)'],
    ['9007199254740993.5', 'the number 9007199254740993.5 cannot be read exactly: use fewer digits, or 9007199254740994 (line 1 column 1)'],
    ['1.0000000000000000001', 'the number 1.0000000000000000001 cannot be read exactly: use fewer digits, or 1 (line 1 column 1)'],
    [
      '9'.repeat(400),
      'the number 99999999999999999999999999999999999999999999999999999999999… cannot be read exactly: it is too large (line 1 column 1)',
    ],
  ])('%s is refused', (text, message) => {
    expect(faultOf(text)).toBe(message)
    expect(faultOf(`{"a":\n[0, ${text}]}`)).toBe(message.replace('line 1 column 1', 'line 2 column 5'))
  })

  test('are the same after rendering and parsing', () => {
    const text = '{"id":9223372036854775807,"list":[-9007199254740993,1.5,"9007199254740993"],"none":null}'
    expect(renderJson(parseJson(text))).toBe(text)
  })
})

describe('names', () => {
  test.each<[string, string]>([
    ['{"a":1,"b":2,"a":3}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['[{"x":{"a":1,"a":1}}]', 'a'],
    ['{"a":[1],"a":1}', 'a'],
    ['{"a":{"b":[1]},"a":{"b":1}}', 'a'],
    ['{"a":{"b":1,"c":2},"a":{"b":1}}', 'a'],
    ['{"a":{"b":9007199254740993},"a":{}}', 'a'],
    ['{"a":{"__proto__":{"toString":9007199254740993}},"a":{}}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"1":1,"b":2,"1":3}', '1'],
    ['{"":1,"":2}', ''],
  ])('%s has a name twice', (text, name) => {
    expect(faultOf(text)).toBe(
      `the name ${JSON.stringify(name)} is used twice in one object (line 1 column ${text.lastIndexOf(name === 'a' && text.includes('\\u') ? '"\\u' : JSON.stringify(name)) + 1})`,
    )
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(Object.prototype.toString).toBeTypeOf('function')
  })

  test.each([
    '{"a":{"a":{"a":9007199254740993}},"b":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '{"a":"\\"a\\":","b":"{\\"b\\":1","\\\\":1,"\\"":2}',
    '{"__proto__":{"a":9007199254740993},"constructor":[1],"toString":9007199254740993}',
    '{"1":9007199254740993,"01":1,"0":{},"length":[]}',
    ' {\n\t"a" :\r\n {} , "é€😀" : [ ] }\n',
  ])('%s has each name once', (text) =>
    expect(renderJson(parseJson(text))).toBe(renderJson(JSON.parse(text)).replaceAll('9007199254740992', '9007199254740993')),
  )

  test('that are long are shortened in the message', () => {
    const name = 'n'.repeat(1000)
    expect(faultOf(`{"${name}":1,"${name}":2}`)).toBe(`the name "${'n'.repeat(59)}…" is used twice in one object (line 1 column 1007)`)
  })
})

describe('depth', () => {
  test('of 100 levels is read, and 101 are refused with their place', () => {
    const nest = (levels: number) => `${'[{"a":'.repeat(levels / 2)}9007199254740993${'}]'.repeat(levels / 2)}`
    expect(renderJson(parseJson(nest(100)))).toBe(nest(100))
    expect(faultOf(`[${nest(100)}]`)).toBe('it is nested more than 100 levels deep (line 1 column 297)')
  })

  test('does not count as an error of syntax', () => {
    expect(faultOf('[1,]')).toBeUndefined()
    expect(() => parseJson('[1,]')).toThrow(SyntaxError)
    expect(() => parseJson('{"a":1,"a":2')).toThrow(/position 12 \(line 1 column 13\)/)
  })
})

function faultOf(text: string): string | undefined {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof JsonViolation) return error.message
  }
  return undefined
}

// V8 13.6 reads the second text as {"a":{},"\\":1}. A later V8 reads it right.
test.each(['{"a":{},"\\n":1}', '{"a":{},"\\u00f6":[true]}'])('a name with an escape is never taken for another name: %s', (text) => {
  parseJson('{"a":{},"\\\\":1}')
  let names: unknown
  try {
    names = Object.keys(parseJson(text) as object)
  } catch (error) {
    expect(String(error)).toMatch(/^SyntaxError: the name "\\.* was read wrong: write its letters as they are$/)
    return
  }
  expect(names).toEqual(['a', JSON.parse(`"${/"(\\[^"]+)"/.exec(text)?.[1]}"`)])
})
