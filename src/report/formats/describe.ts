// The words that text, Markdown, JUnit, CTRF and annotations share. Callers must pass the report through harmless() first.

import { count } from '../../text/count.ts'
import { showPercent } from '../../text/percent.ts'
import { seconds } from '../../text/seconds.ts'
import type { Evidence, Finding, Report, RuleReport } from '../report.ts'
import type { ResponseCoverage, Timeline, TimelineTry } from '../report-facts.ts'
import { shorten } from './plain.ts'

export interface Found {
  readonly rule: string
  readonly finding: Finding
}

const quoted = (name: string) => `"${shorten(name, 100)}"`

/** All findings that count, the worst first. */
export function findingsOf({ rules }: Report): readonly Found[] {
  const all = rules
    .filter(({ ignored, notScored }) => ignored === undefined && notScored !== true)
    .flatMap(({ rule, findings }) => findings.filter(({ exempted }) => exempted === undefined).map((finding) => ({ rule, finding })))
  return [...all.filter(({ finding }) => finding.level === 'fail'), ...all.filter(({ finding }) => finding.level === 'advice')]
}

export type Standing = 'failed' | 'advised' | 'passed' | 'clear' | 'not-exercised' | 'ignored'

/** The result of a rule for a client. */
export function standingOf({ ignored, notScored, findings, verdict }: RuleReport): Standing {
  if (ignored !== undefined || notScored === true) return 'ignored'
  const counting = findings.filter(({ exempted }) => exempted === undefined)
  if (counting.some(({ level }) => level === 'fail')) return 'failed'
  if (counting.length > 0) return 'advised'
  if (findings.length > 0) return 'ignored'
  return verdict === 'failed' ? 'clear' : verdict
}

export const rulesThat = ({ rules }: Report, standing: Standing) => rules.filter((rule) => standingOf(rule) === standing)

/** "Shown 3 · nothing against 5 · advice 2 · not exercised 13". */
export function headline(report: Report): string {
  const parts = STANDINGS.map(([standing, word]) => [word, rulesThat(report, standing).length] as const).filter(([, number]) => number > 0)
  const text = parts.map((part) => part.join(' ')).join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The word for each result of a rule, in the order of the headline. */
export const STANDINGS: readonly (readonly [Standing, string])[] = [
  ['failed', 'failed'],
  ['passed', 'shown'],
  ['clear', 'nothing against'],
  ['advised', 'advice'],
  ['not-exercised', 'not exercised'],
  ['ignored', 'ignored'],
]

/** "120 calls in 2 worlds · rule set 2026-11 · coverage 85 %, 60 % naturally". */
export function describeRun({ exchanges, worlds, ruleSet, coverage }: Report): string {
  const where = `${count(exchanges, 'call')} in ${count(worlds.length, 'world')}`
  return `${where} · rule set ${ruleSet} · coverage ${showPercent(coverage.percent)}, ${showPercent(coverage.natural)} naturally`
}

/** "Pets: 9 created, 1 untold (created, but the client got no whole reply), 0 duplicates", for each path that creates items. */
export function describeBalance({ balance }: Report): string[] {
  return [...Map.groupBy(balance, ({ items }) => items)].map(([items, rows]) => {
    const sum = (of: 'told' | 'untold' | 'duplicates' | 'gone') => rows.reduce((total, row) => total + row[of], 0)
    const meaning = sum('untold') === 0 ? '' : ' (created, but the client got no whole reply)'
    const gone = sum('gone') === 0 ? '' : `, ${sum('gone')} told but not there`
    return `${items.charAt(0).toUpperCase()}${shorten(items.slice(1), 40)}: ${sum('told') + sum('untold')} created, ${sum('untold')} untold${meaning}, ${sum('duplicates')} duplicates${gone}`
  })
}

/** `GET /v1/pets · "maps 429" · 3 times · world w1 · body /name`. */
export function describePlace({ count: times, case: name, world, in: where, place, evidence, operation }: Finding): string {
  const [first] = evidence
  const worlds = new Set(evidence.map((one) => one.world)).size
  return [
    ...(first === undefined ? (operation ?? []) : [`${shorten(first.method, 20)} ${shorten(first.target.split('?')[0] ?? '', 100)}`]),
    ...(where === undefined ? [] : [place ? `${where} ${shorten(place, 100)}` : where]),
    ...(name === undefined ? [] : [quoted(name)]),
    ...(times > 1 ? [`${times.toLocaleString('en')} times`] : []),
    ...(worlds > 1 ? [count(worlds, 'world')] : world === 'default' ? [] : [`world ${world}`]),
  ].join(' · ')
}

/** `req_112 GET /v1/pets 12:00:00.512: 429, back after 0.51 s of 5 s`. */
export function describeEvidence({ request, method, target, at, status, note }: Evidence): string {
  const said = [...(note?.startsWith(String(status)) || status === 0 ? [] : [status]), ...(note === undefined ? [] : [shorten(note, 100)])]
  return `${shorten(request, 60)} ${shorten(method, 20)} ${shorten(target, 60)} ${at.slice(11, 23)}${said.length === 0 ? '' : `: ${said.join(', ')}`}`
}

/** How a test suite makes a likely finding about retries certain. */
export const CERTAIN = 'send Sandbox-Case: "…";calls=1;id=…, or run petstore-sandbox inject'

/** True for a likely finding that a declared test would make certain. */
export const mayBeCertain = ({ confidence, sign }: Finding) => confidence === 'likely' && /^(?:equal calls|calls=1)/.test(sign)

/** "GET /v1/pets gave up after 4 tries". */
export function describeCall({ method, target, outcome, tries, triesLeftOut, case: name, world }: Timeline): string {
  const all = tries.length + triesLeftOut
  const labels = [...(name === undefined ? [] : [`case ${quoted(name)}`]), ...(world === 'default' ? [] : [`world ${world}`])]
  const ends: Readonly<Record<Timeline['outcome'], string>> = {
    recovered: `succeeded with call ${all}`,
    'gave up': `failed ${all === 1 ? 'once' : `${all} times`}`,
    refused: `was refused${all === 1 ? '' : ` ${all} times`}`,
    'under way': `is under way, with ${count(all, 'call')}`,
  }
  return `${shorten(method, 20)} ${shorten(target, 100)} ${ends[outcome]}${labels.length === 0 ? '' : ` (${labels.join(', ')})`}`
}

/** "5, 1 of them announced with expect; 2 of them succeeded later". */
export function describeFailedCalls({ calls, callsLeftOut }: Report): string {
  const all = calls.length + callsLeftOut
  if (all === 0) return '0'
  const name = (some: number) => (some === 0 ? 'none' : all === 1 ? 'it' : some === all ? 'all of them' : `${some} of them`)
  const announced = calls.filter((call) => call.announced).length
  const wanted = announced === 0 ? '' : `, ${all === 1 ? '' : `${name(announced)} `}announced with expect`
  return `${all.toLocaleString('en')}${wanted}; ${name(calls.filter(({ outcome }) => outcome === 'recovered').length)} succeeded later`
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
    ...(endedBy === undefined ? [] : [endedBy === 'client' ? `the client gave up after ${seconds(took)}` : 'the connection was broken']),
    ...(endedBy === undefined && took >= 1 ? [`took ${seconds(took)}`] : []),
  ]
  const when = gap === undefined ? 'at first' : gap < 0.005 ? 'at once' : `${seconds(gap)} later`
  return [when, `${status === 0 ? 'no reply' : status} ${shorten(cause, 60)}`, remarks.join(', ')]
}

/** "12.4 s (Retry-After 10 s, 2 times; back-off 2.4 s, once)". */
export function describeWaited({ waited: { total, on } }: Report): string {
  const parts = on.map(({ what, seconds: spent, times }) => `${what} ${seconds(spent)}, ${times === 1 ? 'once' : `${times} times`}`)
  return `${seconds(total)}${parts.length === 0 ? '' : ` (${parts.join('; ')})`}`
}

/** The missing responses by their cause: `Sandbox-Scenario: unauthorized` causes `listPets 401` and `createPet 401`. */
export function missingByScenario({ coverage: { operations } }: Report): ReadonlyMap<string, readonly string[]> {
  const missing = new Map<string, string[]>()
  for (const { operationId, responses } of operations)
    for (const { status, reachWith = 'an ordinary call' } of responses.filter(isMissing)) {
      const list = missing.get(reachWith) ?? []
      list.push(`${operationId} ${status}`)
      missing.set(reachWith, list)
    }
  return missing
}

export const isMissing = ({ met, optional }: ResponseCoverage) => met === 0 && !optional

/** "60 %, 12 of 20 responses, 40 % naturally". */
export function describeCoverage({ coverage: { percent, natural, operations } }: Report): string {
  const counted = operations.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  return `${showPercent(percent)}, ${counted.filter(({ met }) => met > 0).length} of ${count(counted.length, 'response')}; ${showPercent(natural)} naturally`
}

/** The sandbox and the run: "petstore-sandbox 0.1.0, Pet Store 1.0.0 (sha256 …), seed 1, 12:00 to 12:05". */
export function describeJudge({ judgedBy: { sandbox, contract, seed, from, to }, worlds }: Report): string {
  const times = from === undefined ? '' : `, ${from}${to === undefined ? '' : ` to ${to}`}`
  const listed = worlds.slice(0, 10)
  const more = worlds.length > 10 ? ` and ${worlds.length - 10} more` : ''
  return `petstore-sandbox ${sandbox}, ${contract.title} ${contract.version} (sha256 ${contract.sha256}), seed ${seed}${times}${worlds.length === 0 ? '' : `; ${worlds.length === 1 ? 'world' : 'worlds'} ${listed.join(', ')}${more}`}`
}
