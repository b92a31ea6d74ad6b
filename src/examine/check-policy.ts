// Checks a policy by spec/policy.schema.json: of the library, of the flags, or of a policy file. The schema has the names of the file,
// `min-coverage`, and the policy has those of the library, `minCoverage`.

import schema from '../../spec/policy.schema.json' with { type: 'json' }
import type { Exemption, Policy } from '../../spec/policy.ts'
import { isObject } from '../json/json.ts'
import { didYouMean } from '../text/nearest.ts'
import { nameTypes, show } from '../text/show.ts'

interface PolicyMistake {
  /** The place in the policy: `['exempt', 0, 'until']`. Empty for the policy itself. */
  readonly path: readonly (string | number)[]
  /** The end of a sentence that begins with the place. */
  readonly message: string
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

/** The fields of a policy, with their names in the policy file. */
export const FILE_FIELDS: Fields = schema.$defs.policy.properties
const LIBRARY_FIELDS: Fields = Object.fromEntries(Object.entries(FILE_FIELDS).map(([name, field]) => [withCapitals(name), field]))
const EXEMPTION: Fields = schema.$defs.exemption.properties

/** The first mistake in a policy. `rules` are the names of the rules. */
export function findPolicyMistake(policy: unknown, rules: readonly string[], fields = LIBRARY_FIELDS): PolicyMistake | undefined {
  const mistake = findIn(policy, fields)
  if (mistake !== undefined) return mistake
  const { ignore = {}, exempt = [] } = policy as Policy
  for (const [name, why] of Object.entries(ignore)) {
    const message = isText(why) ? nameRule(name, rules) : `must give the reason, for example ${name}=we cannot change it before May`
    if (message !== undefined) return { path: ['ignore'], message }
  }
  for (const [index, exemption] of exempt.entries()) {
    const found = findIn(exemption, EXEMPTION) ?? findIncomplete(exemption, rules)
    if (found !== undefined) return { message: found.message, path: ['exempt', index, ...found.path] }
  }
  return undefined
}

function findIn(given: unknown, fields: Fields): PolicyMistake | undefined {
  if (!isObject(given)) return { path: [], message: `must be an object with ${Object.keys(fields).join(', ')}, got ${show(given)}` }
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) return { path: [name], message: `is not known here${describeNear(name, Object.keys(fields))}` }
    if (value === undefined || fits(value, field)) continue
    const must = field['x-must'] ?? `be ${field.enum ? `one of ${field.enum.join(', ')}` : nameTypes(field.type)}`
    return { path: [name], message: `must ${must}, got ${show(value)}` }
  }
  return undefined
}

function fits(value: unknown, { type, enum: values, format, minimum = 0, maximum = 0 }: Field): boolean {
  if (values !== undefined) return values.some((one) => one === value)
  if (typeof value === 'number') return type === 'number' && value >= minimum && value <= maximum
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (format === 'date') return isText(value) && isDay(value)
  return type === 'string' ? isText(value) : typeof value === type
}

/** `Date.parse` takes 2027-02-30 for the second of March. */
const isDay = (text: string) => Date.parse(text) > 0 && new Date(text).toISOString().slice(0, 10) === text

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

function findIncomplete({ rule, reason, until, sometimes }: Partial<Exemption>, rules: readonly string[]): PolicyMistake | undefined {
  if (rule === undefined || reason === undefined) return { path: [], message: 'needs rule and reason' }
  const message = nameRule(rule, rules)
  if (message !== undefined) return { path: ['rule'], message }
  const isEndless = sometimes === true && until === undefined
  return isEndless ? { path: [], message: 'needs until: an exemption with sometimes needs an end' } : undefined
}

const nameRule = (name: string, rules: readonly string[]) =>
  rules.includes(name) ? undefined : `must name a rule, got ${show(name)}${describeNear(name, rules)}`

const describeNear = (name: string, names: readonly string[]) => didYouMean(name, names, `: known are ${names.join(', ')}`)
