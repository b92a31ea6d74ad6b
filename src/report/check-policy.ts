// Checks a policy: of the library, of the flags, or of a policy file. All have the same fields, and the same words for a mistake.

import { isObject } from '../json/json.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'
import type { Exemption } from './exemptions.ts'
import type { Policy } from './policy.ts'
import { RULE_SETS } from './rules/rule.ts'

export interface PolicyMistake {
  /** The place in the policy: `['exempt', 0, 'until']`. Empty for the policy itself. */
  readonly path: readonly (string | number)[]
  /** The end of a sentence that begins with the place. */
  readonly message: string
}

/** What is wrong with a value. Undefined when it is right. `rules` are the names of the rules. */
type Check = (value: unknown, rules: readonly string[]) => string | PolicyMistake | undefined

const text: Check = (value) => (typeof value === 'string' && value.trim() !== '' ? undefined : `must be a text, got ${show(value)}`)
const reason: Check = (value) => (text(value, []) === undefined ? undefined : 'must say why the finding is accepted')
const rule: Check = (value, rules) =>
  rules.includes(String(value)) ? undefined : `must name a rule, got ${show(value)}${describeNear(String(value), rules)}`
const percent: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 100 ? undefined : `must be a percentage from 0 to 100, got ${show(value)}`
const day: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && Date.parse(value) > 0
    ? undefined
    : `must be a day such as 2027-03-01, got ${show(value)}`

const EXEMPTION: Readonly<Record<Exclude<keyof Exemption, 'at'>, Check>> = {
  ...{ rule, operation: text, case: text, words: text, reason, until: day },
  sometimes: (value) => (typeof value === 'boolean' ? undefined : `must be true or false, got ${show(value)}`),
}

const POLICY: Readonly<Record<keyof Policy, Check>> = {
  rules: (value) =>
    (RULE_SETS as readonly unknown[]).includes(value) ? undefined : `must be one of ${RULE_SETS.join(', ')}, got ${show(value)}`,
  failOn: (value) => (value === 'fail' || value === 'advice' ? undefined : `must be fail or advice, got ${show(value)}`),
  ignore(value, rules) {
    if (!isObject(value)) return `must be an object: { rule: why }, got ${show(value)}`
    for (const [name, why] of Object.entries(value)) {
      const wrong = rule(name, rules)
      if (wrong !== undefined) return wrong
      if (text(why, rules) !== undefined) return `must give the reason, for example ${name}=we cannot change it before May`
    }
    return undefined
  },
  exempt(value, rules) {
    if (!Array.isArray(value)) return `must be a list: [{ rule, reason }], got ${show(value)}`
    for (const [index, { at: _, ...exemption }] of (value as Exemption[]).map((one) => ({ ...one })).entries()) {
      const found = findIn(exemption, EXEMPTION, rules) ?? findIncomplete(exemption)
      if (found !== undefined) return { ...found, path: [index, ...found.path] }
    }
    return undefined
  },
  minCoverage: percent,
  minNatural: percent,
}

export const POLICY_FIELDS = Object.keys(POLICY)

/** The first mistake in a policy. */
export function findPolicyMistake(policy: unknown, rules: readonly string[]): PolicyMistake | undefined {
  if (!isObject(policy)) return { path: [], message: `a policy is an object with ${POLICY_FIELDS.join(', ')}, got ${show(policy)}` }
  return findIn(policy, POLICY, rules)
}

function findIn(value: object, checks: Readonly<Record<string, Check>>, rules: readonly string[]): PolicyMistake | undefined {
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    if (!Object.hasOwn(checks, name)) return { path: [name], message: `is not known here${describeNear(name, Object.keys(checks))}` }
    const found = checks[name]?.(field, rules)
    if (typeof found === 'string') return { path: [name], message: found }
    if (found !== undefined) return { ...found, path: [name, ...found.path] }
  }
  return undefined
}

function findIncomplete({ rule, reason, until, sometimes }: Partial<Exemption>): PolicyMistake | undefined {
  if (rule === undefined || reason === undefined) return { path: [], message: 'needs rule and reason' }
  return sometimes === true && until === undefined
    ? { path: [], message: 'needs until: an exemption with sometimes needs an end' }
    : undefined
}

function describeNear(name: string, names: readonly string[]): string {
  const near = findNearest(name, names)
  return near === undefined ? `: known are ${names.join(', ')}` : `: did you mean ${near}?`
}
