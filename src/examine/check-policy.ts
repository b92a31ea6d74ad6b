// Checks a policy by spec/policy.schema.json: of the library, of the flags, or of a policy file. The schema has the names of the file,
// `min-coverage`, and the policy has those of the library, `minCoverage`.

import schema from '../../spec/policy.schema.json' with { type: 'json' }
import { isObject } from '../contract/json/json.ts'
import type { Exemption } from '../ground/generated/policy.ts'
import { didYouMean } from '../ground/nearest.ts'
import { nameTypes, show } from '../ground/show.ts'
import { describeRemoved } from './removed.ts'

interface PolicyMistake {
  /** The place in the policy: `['exempt', 0, 'until']`. Empty for the policy itself. */
  readonly path: readonly (string | number)[]
  /** The end of a sentence that begins with the place. */
  readonly message: string
}

/** The names that an exemption can have. A policy file is read before the operations are known. */
interface Known {
  readonly rules: readonly string[]
  readonly operations?: readonly string[]
}

/** A property of the schema, as far as the check reads it. */
interface Field {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly 'x-must'?: string
}
type Fields = Readonly<Record<string, Field>>

export const withCapitals = (name: string) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
export const withDashes = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The fields of a policy, with their names in the policy file. */
export const FILE_FIELDS: Fields = schema.$defs.policy.properties
const LIBRARY_FIELDS: Fields = Object.fromEntries(Object.entries(FILE_FIELDS).map(([name, field]) => [withCapitals(name), field]))
const EXEMPTION: Fields = schema.$defs.exemption.properties

/** All mistakes in a policy. */
export function findPolicyMistakes(policy: unknown, known: Known, fields = LIBRARY_FIELDS): PolicyMistake[] {
  const exempt = isObject(policy) && Array.isArray(policy.exempt) ? policy.exempt : []
  const inside = exempt.flatMap((exemption, index) => {
    const found = [...findIn(exemption, EXEMPTION, 'exemption'), ...(isObject(exemption) ? findUnknown(exemption, known) : [])]
    return found.map(({ path, message }) => ({ message, path: ['exempt', index, ...path] }))
  })
  return [...findIn(policy, fields, 'fields'), ...inside]
}

function findIn(given: unknown, fields: Fields, kind: 'fields' | 'exemption'): PolicyMistake[] {
  if (!isObject(given)) return [{ path: [], message: `must be an object with ${Object.keys(fields).join(', ')}, got ${show(given)}` }]
  return Object.entries(given).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const removed = describeRemoved(kind, withDashes(name))
    if (field === undefined) return [{ path: [name], message: removed ?? `is not known here${describeNear(name, Object.keys(fields))}` }]
    if (value === undefined || fits(value, field)) return []
    const must = field['x-must'] ?? `be ${field.enum ? `one of ${field.enum.join(', ')}` : nameTypes(field.type)}`
    return [{ path: [name], message: `must ${must}, got ${show(value)}` }]
  })
}

function fits(value: unknown, { type, enum: values, format, minimum = 0, maximum = 0 }: Field): boolean {
  if (values !== undefined) return values.some((one) => one === value)
  if (typeof value === 'number') return type === 'number' && value >= minimum && value <= maximum
  if (type === 'array') return Array.isArray(value)
  if (format === 'date') return isText(value) && isDay(value)
  return type === 'string' && isText(value)
}

/** `Date.parse` takes 2027-02-30 for the second of March. */
const isDay = (text: string) => Date.parse(text) > 0 && new Date(text).toISOString().slice(0, 10) === text

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

function findUnknown({ rule, operation, reason }: Partial<Exemption>, { rules, operations = [] }: Known): PolicyMistake[] {
  const name = (field: string, what: string, given: unknown, names: readonly string[]): PolicyMistake[] => {
    if (!isText(given) || names.length === 0 || names.includes(given)) return []
    return [{ path: [field], message: `must name ${what}, got ${show(given)}${describeNear(given, names)}` }]
  }
  return [
    ...(rule === undefined || reason === undefined ? [{ path: [], message: 'needs rule and reason' }] : []),
    ...name('rule', 'a rule', rule, rules),
    ...name('operation', 'an operation of the contract', operation, operations),
  ]
}

const describeNear = (name: string, names: readonly string[]) => didYouMean(name, names, `: known are ${names.join(', ')}`)
