// Checks a policy: of the library, of the flags, or of a policy file. All have the same fields, and the same words for a mistake.

import { isObject } from '../json/json.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'
import type { Exemption } from './exemptions.ts'
import type { Policy } from './policy.ts'
import { RULE_SETS } from './rules/rule.ts'

interface PolicyMistake {
  /** The place in the policy: `['exempt', 0, 'until']`. Empty for the policy itself. */
  readonly path: readonly (string | number)[]
  /** The end of a sentence that begins with the place. */
  readonly message: string
}

/** Whether a value is right, and what it must do. */
type Check = readonly [isRight: (value: unknown) => boolean, must: string]

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const text: Check = [isText, 'be a text']
const percent: Check = [(value) => typeof value === 'number' && value >= 0 && value <= 100, 'be a percentage from 0 to 100']
const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && Date.parse(value) > 0

const POLICY: Readonly<Record<keyof Policy, Check>> = {
  rules: [(value) => RULE_SETS.some((name) => name === value), `be one of ${RULE_SETS.join(', ')}`],
  failOn: [(value) => value === 'fail' || value === 'advice', 'be fail or advice'],
  ignore: [isObject, 'be an object: { rule: why }'],
  exempt: [Array.isArray, 'be a list: [{ rule, reason }]'],
  minCoverage: percent,
  minNatural: percent,
}
const EXEMPTION: Readonly<Record<keyof Exemption, Check>> = {
  rule: [() => true, 'name a rule'],
  operation: text,
  case: text,
  words: text,
  reason: [isText, 'say why the finding is accepted'],
  until: [isDay, 'be a day such as 2027-03-01'],
  sometimes: [(value) => typeof value === 'boolean', 'be true or false'],
  at: text,
}

export const POLICY_FIELDS = Object.keys(POLICY)

/** The first mistake in a policy. `rules` are the names of the rules. */
export function findPolicyMistake(policy: unknown, rules: readonly string[]): PolicyMistake | undefined {
  if (!isObject(policy)) return { path: [], message: `a policy is an object with ${POLICY_FIELDS.join(', ')}, got ${show(policy)}` }
  const mistake = findIn(policy, POLICY)
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

function findIn(given: object, checks: Readonly<Record<string, Check>>): PolicyMistake | undefined {
  for (const [name, value] of Object.entries(given)) {
    const [isRight, must] = (Object.hasOwn(checks, name) && checks[name]) || []
    if (isRight === undefined) return { path: [name], message: `is not known here${describeNear(name, Object.keys(checks))}` }
    if (value !== undefined && !isRight(value)) return { path: [name], message: `must ${must}, got ${show(value)}` }
  }
  return undefined
}

function findIncomplete({ rule, reason, until, sometimes }: Partial<Exemption>, rules: readonly string[]): PolicyMistake | undefined {
  if (rule === undefined || reason === undefined) return { path: [], message: 'needs rule and reason' }
  const message = nameRule(rule, rules)
  if (message !== undefined) return { path: ['rule'], message }
  const isEndless = sometimes === true && until === undefined
  return isEndless ? { path: [], message: 'needs until: an exemption with sometimes needs an end' } : undefined
}

const nameRule = (name: string, rules: readonly string[]) =>
  rules.includes(name) ? undefined : `must name a rule, got ${show(name)}${describeNear(String(name), rules)}`

function describeNear(name: string, names: readonly string[]): string {
  const near = findNearest(name, names)
  return near === undefined ? `: known are ${names.join(', ')}` : `: did you mean ${near}?`
}
