// The words that text, Markdown, JUnit and annotations share. Callers must pass the report through harmless() first.

import { count } from '../../text/count.ts'
import { showPercent } from '../policy.ts'
import type { Finding, Report, ResponseCoverage, RuleReport, Timeline, TimelineTry } from '../report.ts'
import { shorten } from './plain.ts'

export interface Found {
  readonly rule: string
  readonly finding: Finding
}

const quoted = (name: string) => `"${shorten(name, 100)}"`

/** "0.8 s", "12.4 s". */
export const seconds = (value: number) => `${Number(value.toFixed(value < 10 ? 2 : 1))} s`

/** All findings, the worst first. Ignored rules are left out. */
export function findingsOf({ rules }: Report): readonly Found[] {
  const all = rules
    .filter(({ ignored }) => ignored === undefined)
    .flatMap(({ rule, findings }) => findings.map((finding) => ({ rule, finding })))
  return [...all.filter(({ finding }) => finding.level === 'fail'), ...all.filter(({ finding }) => finding.level === 'advice')]
}

export type Standing = 'failed' | 'advised' | 'passed' | 'not-exercised' | 'ignored'

/** The result of a rule for a client. */
export function standingOf({ ignored, findings, verdict }: RuleReport): Standing {
  if (ignored !== undefined) return 'ignored'
  if (findings.some(({ level }) => level === 'fail')) return 'failed'
  if (findings.length > 0) return 'advised'
  return verdict === 'not-exercised' ? 'not-exercised' : 'passed'
}

export const rulesThat = ({ rules }: Report, standing: Standing) => rules.filter((rule) => standingOf(rule) === standing)

/** "Rules: 12 passed, 8 not exercised. 120 exchanges in 2 worlds, coverage 85 %." */
export function headline(report: Report): string {
  const parts = [
    [rulesThat(report, 'failed').length, 'failed'],
    [rulesThat(report, 'advised').length, 'with advice'],
    [rulesThat(report, 'passed').length, 'passed'],
    [rulesThat(report, 'not-exercised').length, 'not exercised'],
    [rulesThat(report, 'ignored').length, 'ignored'],
  ] as const
  const rules = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  const { exchanges, worlds, coverage } = report
  return `Rules: ${rules.join(', ')}. ${count(exchanges, 'exchange')} in ${count(worlds.length, 'world')}, coverage ${showPercent(coverage.percent)}.`
}

/** "createPet, 3 times, in the case "creates a pet", world w1, body /name". */
export function describePlace({ operation, count: times, case: name, world, in: where, place }: Finding): string {
  return [
    ...(operation === undefined ? [] : [operation]),
    ...(where === undefined ? [] : [place ? `${where} ${shorten(place, 100)}` : where]),
    ...(times > 1 ? [`${times.toLocaleString('en')} times`] : []),
    ...(name === undefined ? [] : [`case ${quoted(name)}`]),
    ...(world === 'default' ? [] : [`world ${world}`]),
  ].join(', ')
}

/** "GET /v1/pets gave up after 4 tries". */
export function describeCall({ method, target, outcome, tries, triesLeftOut, case: name, world }: Timeline): string {
  const all = tries.length + triesLeftOut
  const labels = [...(name === undefined ? [] : [`case ${quoted(name)}`]), ...(world === 'default' ? [] : [`world ${world}`])]
  const ends: Readonly<Record<Timeline['outcome'], string>> = {
    recovered: `succeeded with try ${all}`,
    'gave up': `gave up after ${count(all, 'try', 'tries')}`,
    refused: `was refused${all === 1 ? '' : ` ${all} times`}`,
    'under way': `is under way, with ${count(all, 'try', 'tries')}`,
  }
  return `${shorten(method, 20)} ${shorten(target, 100)} ${ends[outcome]}${labels.length === 0 ? '' : ` (${labels.join(', ')})`}`
}

/** "5; 2 of them succeeded at a later try". */
export function describeFailedCalls({ calls, callsLeftOut }: Report): string {
  const all = calls.length + callsLeftOut
  const succeeded = calls.filter(({ outcome }) => outcome === 'recovered').length
  if (succeeded === 0) return `${all.toLocaleString('en')}${all === 0 ? '' : '; none succeeded at a later try'}`
  const which = all === 1 ? 'it' : succeeded === all ? 'all of them' : `${succeeded} of them`
  return `${all.toLocaleString('en')}; ${which} succeeded at a later try`
}

/** The cells of a line of a timeline: the time, the reply, remarks. */
export function describeTry({
  gap,
  took,
  status,
  cause,
  asked,
  endedBy,
}: TimelineTry): readonly [when: string, what: string, remarks: string] {
  const remarks = [
    ...(asked === undefined ? [] : [`asked to wait ${seconds(asked)}`]),
    ...(endedBy === undefined ? [] : [endedBy === 'client' ? `the client left after ${seconds(took)}` : 'the connection was broken']),
    ...(endedBy === undefined && took >= 1 ? [`took ${seconds(took)}`] : []),
  ]
  const when = gap === undefined ? 'at first' : gap < 0.005 ? 'at once' : `${seconds(gap)} later`
  return [when, `${status === 0 ? 'no reply' : status} ${shorten(cause, 60)}`, remarks.join(', ')]
}

/** "12.4 s: 10 s for Retry-After (2 times), 2.4 s for back-off (once)". */
export function describeWaited({ waited: { total, on } }: Report): string {
  const parts = on.map(
    ({ what, seconds: spent, times }) => `${seconds(spent)} for ${WAITED_FOR[what]} (${times === 1 ? 'once' : `${times} times`})`,
  )
  return `${seconds(total)}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}

const WAITED_FOR = {
  'Retry-After': 'Retry-After',
  'back-off': 'back-off',
  'slow reply': 'slow replies',
  'no reply': 'replies that did not come',
}

/** The missing responses by their cause: `Sandbox-Scenario: unauthorized` causes `listPets 401` and `createPet 401`. */
export function missingByScenario({ coverage: { operations } }: Report): ReadonlyMap<string, readonly string[]> {
  const missing = new Map<string, string[]>()
  for (const { operationId, responses } of operations)
    for (const { status, bringOut = 'an ordinary call' } of responses.filter(isMissing)) {
      const list = missing.get(bringOut) ?? []
      list.push(`${operationId} ${status}`)
      missing.set(bringOut, list)
    }
  return missing
}

export const isMissing = ({ met, optional }: ResponseCoverage) => met === 0 && !optional

/** "60 %, 12 of 20 responses". */
export function describeCoverage({ coverage: { percent, operations } }: Report): string {
  const counted = operations.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  return `${showPercent(percent)}, ${counted.filter(({ met }) => met > 0).length} of ${count(counted.length, 'response')}`
}

/** The rules that were not exercised, by the hint that says how to exercise them. */
export function unexercised(report: Report): ReadonlyMap<string, readonly string[]> {
  const by = new Map<string, string[]>()
  for (const { rule, hint = 'no call of this run exercises it' } of rulesThat(report, 'not-exercised'))
    by.set(hint, [...(by.get(hint) ?? []), rule])
  return by
}

/** The sandbox and the run: "petstore-sandbox 0.1.0, Pet Store 1.0.0 (sha256 …), seed 1, 12:00 to 12:05". */
export function describeJudge({ judgedBy: { sandbox, contract, seed, from, to }, worlds }: Report): string {
  const times = from === undefined ? '' : `, ${from}${to === undefined ? '' : ` to ${to}`}`
  const listed = worlds.slice(0, 10).map((world) => world)
  const more = worlds.length > 10 ? ` and ${worlds.length - 10} more` : ''
  return `petstore-sandbox ${sandbox}, ${contract.title} ${contract.version} (sha256 ${contract.sha256}), seed ${seed}${times}${worlds.length === 0 ? '' : `; ${worlds.length === 1 ? 'world' : 'worlds'} ${listed.join(', ')}${more}`}`
}
