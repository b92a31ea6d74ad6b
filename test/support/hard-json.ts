// JSON texts of 256 KiB. Each kind of text would make a careless parser slow.

const BYTES = 256 * 1024

/** Parts with commas between them. They fill the text, together with this many other characters. */
function fill(part: string | ((index: number) => string), others = 2): string {
  const parts: string[] = []
  for (let size = others, index = 0; size < BYTES; index += 1) {
    const text = typeof part === 'string' ? part : part(index)
    parts.push(text)
    size += text.length + 1
  }
  return parts.slice(0, -1).join(',')
}

const array = (part: string) => `[${fill(part)}]`
const object = (part: string | ((index: number) => string)) => `{${fill(part)}}`
const INT64 = '9223372036854775807'
const HALF = BYTES / 2 - 1

export const HARD_JSON: Readonly<Record<string, string>> = {
  'powers of ten': array('1e308'),
  'small powers of ten': array('1e3'),
  'powers of ten beyond 2^53': array('1e17'),
  'zeros with exponents': array('0e1'),
  'one int64 among ones': `[${fill('1', 22)},${INT64}]`,
  'one int64 among fractions': `[${fill('1.5', 22)},${INT64}]`,
  int64: array(INT64),
  'int64 as powers': array('9.223372036854775807e18'),
  'int64 with zeros': array('12345678901234567e2'),
  'integers beyond int64': array('99999999999999999999999'),
  'integers of 300 digits': array('9'.repeat(300)),
  'ones with zeros behind': array('1.000000000000000'),
  'one long number': `1.${'0'.repeat(BYTES - 2)}`,
  'one long integer': '1'.repeat(BYTES),
  'a number that is too large, at the end': `[${fill('1', 8)},1e400]`,
  'empty arrays': array('[]'),
  'nested arrays': array(`${'['.repeat(99)}${']'.repeat(99)}`),
  'nested objects': array(`${'{"a":'.repeat(99)}1${'}'.repeat(99)}`),
  'nesting without an end': `${'['.repeat(HALF)}${']'.repeat(HALF)}`,
  'small objects': array('{"a":1}'),
  'objects with int64': array(`{"id":${INT64}}`),
  'many names': object((index) => `"n${index}":1`),
  'many names of int64': object((index) => `"n${index}":${INT64}`),
  'many numbers as names': object((index) => `"${(index * 7919) % 4294967291}":1e17`),
  'many escaped names': object((index) => `"\\u006e${index}":[]`),
  'one long name': `{"${'n'.repeat(BYTES - 10)}":1e17}`,
  'one name again and again': object('"a":1'),
  'a name twice, at the end': `[${fill('{"a":1}', 16)},{"a":1,"a":2}]`,
  'empty texts': array('""'),
  'one text': `"${'x'.repeat(BYTES - 2)}"`,
  'quotation marks': `"${'\\"'.repeat(HALF)}"`,
  backslashes: `"${'\\\\'.repeat(HALF)}"`,
  'texts beyond ASCII': array('"€"'),
  blanks: `[${' '.repeat(BYTES - 2)}]`,
  'indented ones': array('\n      1'),
  words: array('true'),
}
