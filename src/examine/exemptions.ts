// The exemptions of a policy: findings that must not fail the client, each with the reason. An exemption that is not needed any more is
// stale, and fails the run, so that nobody keeps it for ever.

import type { Exemption } from '../../spec/policy.ts'
import type { RuleReport } from '../../spec/report.ts'
import { NEWEST } from './rules/rule.ts'

/** What an exemption is for: a finding, or a run of a campaign of faults. One finding stands for several operations and tests. */
interface Exempted {
  readonly message: string
  readonly evidence: readonly { readonly operation?: string | undefined; readonly case?: string | undefined }[]
}

/** The exemption of a rule's finding that is in force. All operations and tests of the finding must be in its scope. */
export const findExemption = (exemptions: readonly Exemption[], ofRule: string, { message, evidence }: Exempted) =>
  exemptions.find(
    ({ rule, operation, case: name, words, until }) =>
      rule === ofRule &&
      !isOver(until) &&
      (operation === undefined || evidence.every((one) => one.operation === operation)) &&
      (name === undefined || evidence.every((one) => one.case === name)) &&
      (words === undefined || maskNumbers(message).includes(maskNumbers(words))),
  )

const maskNumbers = (text: string) => text.replaceAll(/\d+(?:\.\d+)?/g, '#')

const DAY_MS = 86_400_000
const isOver = (until: string | undefined) => until !== undefined && Date.now() >= Date.parse(`${until}T00:00:00Z`) + DAY_MS

/**
 * Sentences about stale exemptions. An exemption is stale when its date is over, or when this run shows that the client keeps the
 * rule. A run that merely has no such finding shows nothing. With an older rule set, an exemption of a kept rule only warns.
 */
export function findStale(
  rules: readonly Pick<RuleReport, 'rule' | 'verdict'>[],
  exemptions: readonly Exemption[],
  ruleSet = NEWEST,
): { readonly failing: string[]; readonly warnings: string[] } {
  const isKept = (name: string) => rules.some(({ rule, verdict }) => rule === name && verdict === 'passed')
  const past = exemptions.filter(({ until }) => isOver(until))
  // That a rule was kept once says nothing about an exemption with a narrower scope.
  const needless = exemptions.filter(
    ({ rule, operation, case: name, words, until, sometimes }) =>
      isKept(rule) && !isOver(until) && sometimes !== true && operation === undefined && name === undefined && words === undefined,
  )
  const ended = past.map((one) => `The exemption of ${describe(one)} ended on ${one.until}: delete it, or give it a later date`)
  const kept = needless.map(
    (one) => `The exemption of ${describe(one)} is not needed any more, because this run shows that the rule is kept: delete it`,
  )
  return ruleSet === NEWEST ? { failing: [...ended, ...kept], warnings: [] } : { failing: ended, warnings: kept }
}

function describe({ rule, operation, case: name, words, at }: Exemption): string {
  const scope = [rule, operation, name && JSON.stringify(name), words && JSON.stringify(words)].filter((part) => part !== undefined)
  return `${scope.join(', ')}${at === undefined ? '' : ` (${at})`}`
}
