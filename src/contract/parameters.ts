// Parameters of path, query, headers and cookies. Turns their text into the value that the contract describes (OpenAPI
// Parameter Object: the styles simple and form, with arrays as repeated parameters).

import { show } from '../ground/words.ts'
import { assumptionsOf } from './assumptions.ts'
import type { Check } from './describe-errors.ts'
import { type Node, resolve } from './document.ts'
import { integerOf } from './json/json-number.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required: boolean
  /** The format of the parameter's schema, for example `int64` or `cursor`. */
  readonly format?: string
  /** The bounds of a number. Absent for other types. */
  readonly bounds?: { readonly minimum: number; readonly maximum: number }
  /** Whether only some texts are allowed. */
  readonly isEnum: boolean
  /** Ids of the assumptions behind the whole parameter. */
  readonly assumed: readonly string[]
  /** Turns the texts of a request into a value, and lists the faults of that value. There is no text when the parameter was not sent. */
  read(texts: readonly string[]): { value: unknown; faults: readonly string[] }
}

/** Not the texts of the file: V8 would compile each function that looks something up by such a text again and again. */
const PLACES = ['path', 'query', 'header', 'cookie'] as const

export function createParameter(node: Node, document: Node, compile: (schema: Node) => Check): Parameter {
  const name = String(node.name)
  const schema = resolve(document, node.schema)
  const check = compile((node.schema ?? {}) as Node)
  const many = schema.type === 'array'
  const { default: fallback, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  const missing = `${name} is missing: send it${fallback === undefined ? '' : `, for example ${show(fallback)}`}`
  const types = [(many ? resolve(document, schema.items) : schema).type].flat()
  const parse = parserOf(types)
  return {
    name,
    in: PLACES.find((place) => place === node.in) as Parameter['in'],
    required: node.required === true,
    ...(typeof schema.format === 'string' && { format: schema.format }),
    ...(types.includes('integer') && { bounds: { minimum: Number(minimum), maximum: Number(maximum) } }),
    isEnum: Array.isArray(schema.enum),
    assumed: assumptionsOf(node),
    read(texts) {
      if (texts.length === 0) return { value: fallback, faults: node.required === true ? [missing] : NOTHING }
      if (texts.length > 1 && !many) return { value: undefined, faults: [`${name} is given ${texts.length} times: send it once`] }
      const value = many ? texts.map(parse) : parse(texts[0] ?? '')
      const faults = check(value, name)
      return { value, faults: faults.length === 0 ? NOTHING : faults.map(({ message }) => message) }
    },
  }
}

const NOTHING: readonly string[] = []

/** Texts that stay texts are faults, which the schema finds. An integer is decimal digits: "1e1", "+5", " 5" and "0x5" are not integers. */
function parserOf(types: readonly unknown[]): (text: string) => unknown {
  const [isInteger, isNumber, isBoolean] = ['integer', 'number', 'boolean'].map((type) => types.includes(type))
  return (text) => {
    if (isInteger && /^-?\d+$/.test(text)) return integerOf(text)
    if (isNumber && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text)
    return isBoolean && (text === 'true' || text === 'false') ? text === 'true' : text
  }
}
