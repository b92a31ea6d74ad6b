// The words that text, Markdown, JUnit, CTRF, annotations and the console share.

import type { Evidence, Finding, Report, RuleReport, Timeline, TimelineTry } from '../../../spec/report.ts'
import { shorten } from '../../text/cut.ts'
import { count, seconds, showPercent } from '../../text/numbers.ts'

export interface Found {
  readonly rule: string
  readonly finding: Finding
}

const quoted = (name: string) => `"${shorten(name, 100)}"`

/** The findings that no policy ignores or exempts. */
export const countingFindings = ({ ignored, notScored, findings }: RuleReport) =>
  ignored === undefined && notScored !== true ? findings.filter(({ exempted }) => exempted === undefined) : []

/** All findings that count, the worst first. */
export const findingsOf = ({ rules }: Report): Found[] =>
  rules
    .flatMap((rule) => countingFindings(rule).map((finding) => ({ rule: rule.rule, finding })))
    .sort((one, other) => Number(other.finding.level === 'fail') - Number(one.finding.level === 'fail'))

export type Standing = 'failed' | 'advised' | 'passed' | 'clear' | 'not-exercised' | 'ignored'

/** The result of a rule for a client. */
export function standingOf(rule: RuleReport): Standing {
  const counting = countingFindings(rule)
  if (counting.length > 0) return counting.some(({ level }) => level === 'fail') ? 'failed' : 'advised'
  return rule.ignored !== undefined || rule.notScored === true || rule.findings.length > 0 ? 'ignored' : rule.verdict
}

export const rulesThat = ({ rules }: Report, standing: Standing) => rules.filter((rule) => standingOf(rule) === standing)

/** The word for each result of a rule, in the order of the headline. */
export const STANDINGS: readonly (readonly [Standing, string])[] = [
  ['failed', 'failed'],
  ['passed', 'shown'],
  ['clear', 'nothing against'],
  ['advised', 'advice'],
  ['not-exercised', 'not exercised'],
  ['ignored', 'ignored'],
]

/** "Rules: shown 3 · nothing against 5 · advice 2 · not exercised 13". */
export function headline(report: Report): string {
  const parts = STANDINGS.map(([standing, word]) => [word, rulesThat(report, standing).length] as const).filter(([, number]) => number > 0)
  return `Rules: ${parts.map((part) => part.join(' ')).join(' · ')}`
}

const withCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "120 calls in 2 worlds · rule set 2026-11 · coverage 85 %, 60 % naturally". */
export function describeRun({ exchanges, worlds, ruleSet, coverage }: Report): string {
  const where = `${count(exchanges, 'call')} in ${count(worlds.length, 'world')}`
  return `${where} · rule set ${ruleSet} · coverage ${showPercent(coverage.percent)}, ${showPercent(coverage.natural)} naturally`
}

/** "Pets: 9 created, 1 of them without a whole reply to the client, 0 duplicates", for each path that creates items. */
export const describeBalance = ({ balance }: Report): string[] =>
  [...Map.groupBy(balance, ({ items }) => items)].map(([items, rows]) => {
    const sum = (of: 'told' | 'untold' | 'duplicates' | 'gone') => rows.reduce((total, row) => total + row[of], 0)
    const untold = sum('untold') === 0 ? '' : `, ${sum('untold')} of them without a whole reply to the client`
    const gone = sum('gone') === 0 ? '' : `, ${sum('gone')} told but not there`
    const name = withCapital(shorten(items, 40))
    return `${name}: ${sum('told') + sum('untold')} created${untold}, ${count(sum('duplicates'), 'duplicate')}${gone}`
  })

/** `GET /v1/pets · body /name · "maps 429" and others · 3 times · world w1`. */
export function describePlace({ count: times, world, in: where, place, evidence }: Finding): string {
  const calls = new Set(evidence.map(({ method, target }) => `${shorten(method, 20)} ${shorten(target.split('?')[0] ?? '', 100)}`))
  const cases = new Set(evidence.map((one) => one.case))
  const worlds = new Set(evidence.map((one) => one.world)).size
  return [
    ...firstOf(calls, (call) => call),
    ...(where === undefined ? [] : [place ? `${where} ${shorten(place, 100)}` : where]),
    ...firstOf(cases, quoted),
    ...(times > 1 ? [`${times.toLocaleString('en')} times`] : []),
    ...(worlds > 1 ? [count(worlds, 'world')] : world === 'default' ? [] : [`world ${world}`]),
  ].join(' · ')
}

/** The first of several texts, and whether there are others. */
function firstOf(texts: ReadonlySet<string | undefined>, show: (text: string) => string): string[] {
  const [first] = texts
  return first === undefined ? [] : [`${show(first)}${texts.size > 1 ? ' and others' : ''}`]
}

/** `req_112 GET /v1/pets 12:00:00.512: 429, back after 0.51 s of 5 s`. */
export function describeEvidence({ request, method, target, at, status, note = '' }: Evidence): string {
  const said = [note.startsWith(String(status)) || status === 0 ? '' : String(status), shorten(note, 100)].filter((part) => part !== '')
  const sent = `${shorten(request, 60)} ${shorten(method, 20)} ${shorten(target, 60)} ${at.slice(11, 23)}`
  return said.length === 0 ? sent : `${sent}: ${said.join(', ')}`
}

const HOW_TO_PROVE = 'send Sandbox-Case: "…";calls=1;id=…, or run petstore-sandbox inject'

/** The lines of a finding, each with its name. The message stands above a likely finding, and mostly says what was observed. */
export function listLines(finding: Finding): [name: string, text: string][] {
  const { expected, observed, sign, dismissedBy: unless, advice: fix, confidence, message } = finding
  const isLikely = confidence === 'likely'
  const isSaid = isLikely && message.includes(observed)
  const mayBeProved = isLikely && /^(?:equal calls|calls=1)/.test(sign)
  return Object.entries({ expected, ...(!isSaid && { observed }), sign, unless, fix, ...(mayBeProved && { 'to prove': HOW_TO_PROVE }) })
}

/** "GET /v1/pets failed 4 times (world w1)". */
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
  const announced = calls.filter((call) => call.announced).length
  const recovered = calls.filter(({ outcome }) => outcome === 'recovered').length
  const wanted = announced === 0 ? '' : `, ${announced} of them announced with expect`
  return `${(calls.length + callsLeftOut).toLocaleString('en')}${wanted}; ${recovered} of them succeeded later`
}

/** The cells of a line of a timeline: the time, the reply, remarks. */
export function describeTry({ gap, took, status, cause, asked, endedBy }: TimelineTry): readonly [string, string, string] {
  const remarks = [
    ...(asked === undefined ? [] : [`asked to wait ${seconds(asked)}`]),
    ...(endedBy === 'client' ? [`the client gave up after ${seconds(took)}`] : []),
    ...(endedBy === 'sandbox' ? ['the connection was broken'] : []),
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
