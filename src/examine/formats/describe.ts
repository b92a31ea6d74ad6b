// The words that text, Markdown, JUnit, annotations and the console share.

import { shorten } from '../../ground/cut.ts'
import type { Evidence, Finding, Report, RuleReport, Timeline, TimelineTry } from '../../ground/generated/report.ts'
import { count, listSome, seconds, showPercent } from '../../ground/numbers.ts'

/** The findings that no policy exempts, the worst first. */
export const countingFindings = ({ findings }: Pick<Report, 'findings'>) => findings.filter(({ exempted }) => exempted === undefined)

type Standing = RuleReport['verdict'] | 'exempted'

/** The result of a rule for a client, after the policy. */
export function standingOf({ rule, verdict }: RuleReport, { findings }: Pick<Report, 'findings'>): Standing {
  const own = findings.filter((finding) => finding.rule === rule)
  const counting = own.filter(({ exempted }) => exempted === undefined)
  if (own.length === 0) return verdict
  return counting.length === 0 ? 'exempted' : counting.some(({ level }) => level === 'fail') ? 'broken' : 'advised'
}

export const rulesThat = (report: Report, standing: Standing) => report.rules.filter((rule) => standingOf(rule, report) === standing)

/** The word for each result of a rule, in the order of the headline. */
const STANDINGS: readonly (readonly [Standing, string])[] = [
  ['broken', 'broken'],
  ['shown', 'shown'],
  ['clear', 'nothing against'],
  ['advised', 'advice'],
  ['not-exercised', 'not exercised'],
  ['exempted', 'exempted'],
]

/** "Rules: shown 3 · nothing against 5 · advice 2 · not exercised 9". */
export function headline(report: Report): string {
  const parts = STANDINGS.map(([standing, word]) => [word, rulesThat(report, standing).length] as const).filter(([, number]) => number > 0)
  return `Rules: ${parts.map((part) => part.join(' ')).join(' · ')}`
}

/** "120 calls in 2 worlds · coverage 85 %, 60 % naturally". */
export function describeRun({ facts: { exchanges, worlds }, coverage }: Report): string {
  const where = `${count(exchanges, 'call')} in ${count(worlds.length, 'world')}`
  return `${where} · coverage ${showPercent(coverage.percent)}, ${showPercent(coverage.natural)} naturally`
}

/** "Pets: 9 created, 1 of them without a whole reply to the client, 0 duplicates", for each path that creates items. */
export const describeBalance = ({ balance }: Report): string[] =>
  [...Map.groupBy(balance, ({ items }) => items)].map(([items, rows]) => {
    const sum = (of: 'told' | 'untold' | 'duplicates' | 'gone') => rows.reduce((total, row) => total + row[of], 0)
    const untold = sum('untold') === 0 ? '' : `, ${sum('untold')} of them without a whole reply to the client`
    const gone = sum('gone') === 0 ? '' : `, ${sum('gone')} told but not there`
    const name = shorten(items.charAt(0).toUpperCase() + items.slice(1), 40)
    return `${name}: ${sum('told') + sum('untold')} created${untold}, ${count(sum('duplicates'), 'duplicate')}${gone}`
  })

export const wordOf = ({ level }: Finding) => level.toUpperCase()

/** "honours-retry-after · GET /v1/pets · 3 times" */
export const describeHead = ({ title, where }: Finding) => [title, where].filter((part) => part !== '').join(' · ')

const MAX_REQUESTS = 3

/** The lines below the head of a finding, at most five, none twice. A pattern ends with the command that proves it, if there is one. */
export function listLines(finding: Finding): [name: string, text: string][] {
  const { from, expected, observed, unless, control, fix, prove, replay, evidence } = finding
  const requests = evidence.map(({ request }) => request)
  const lines = {
    ...{ expected, observed, unless, control },
    fix: from === 'pattern' && prove !== undefined ? undefined : fix,
    requests: replay !== undefined || prove !== undefined || requests.length === 0 ? undefined : listSome(requests, MAX_REQUESTS),
    'to prove': prove,
    replay,
  }
  return Object.entries(lines).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as [string, string]]))
}

/** `req_112 GET /v1/pets 12:00:00.512: 429, during the wait`. */
export function describeEvidence({ request, method, target, at, status, note = '' }: Evidence): string {
  const said = [note.startsWith(String(status)) || status === 0 ? '' : String(status), shorten(note, 100)].filter((part) => part !== '')
  const sent = `${shorten(request, 60)} ${shorten(method, 20)} ${shorten(target, 60)} ${at.slice(11, 23)}`
  return said.length === 0 ? sent : `${sent}: ${said.join(', ')}`
}

/** "GET /v1/pets: 3 equal calls, the last one succeeded (world w1)". */
export function describeCall({ method, target, outcome, tries, triesLeftOut, case: name, world }: Timeline): string {
  const all = tries.length + triesLeftOut
  const labels = [...(name === undefined ? [] : [`case "${shorten(name, 100)}"`]), ...(world === 'default' ? [] : [`world ${world}`])]
  const end = outcome === 'refused' ? 'was refused' : outcome
  const what = all === 1 ? ` ${end}` : `: ${count(all, 'equal call')}, the last one ${end}`
  return `${shorten(method, 20)} ${shorten(target, 100)}${what}${labels.length === 0 ? '' : ` (${labels.join(', ')})`}`
}

/** "5, 1 of them announced with expect; 2 of them followed by an equal call that succeeded". */
export function describeFailedCalls({ facts: { calls, callsLeftOut } }: Report): string {
  const announced = calls.filter((call) => call.announced).length
  const succeeded = calls.filter(({ outcome }) => outcome === 'succeeded').length
  const wanted = announced === 0 ? '' : `, ${announced} of them announced with expect`
  return `${(calls.length + callsLeftOut).toLocaleString('en')}${wanted}; ${succeeded} of them followed by an equal call that succeeded`
}

/** The cells of a line of a timeline: the time, the reply, remarks. */
export function describeTry({ gap, took, status, cause, asked, endedBy }: TimelineTry, index: number): readonly [string, string, string] {
  const remarks = [
    ...(asked === undefined ? [] : [`asked to wait ${seconds(asked)}`]),
    ...(endedBy === 'client' ? [`left after ${seconds(took)}`] : []),
    ...(endedBy === 'sandbox' ? ['the connection was broken'] : []),
    ...(endedBy === undefined && took >= 1 ? [`took ${seconds(took)}`] : []),
  ]
  const when = index === 0 ? 'at first' : gap === undefined ? 'in parallel' : gap < 0.005 ? 'at once' : `${seconds(gap)} later`
  return [when, `${status === 0 ? 'no reply' : status} ${shorten(cause, 60)}`, remarks.join(', ')]
}

/** "12.4 s (pause after Retry-After 10 s, 2 times; pause 2.4 s, once)". */
export function describeWaited({ facts: { waited } }: Report): string {
  const parts = waited.on.map(({ what, seconds: spent, times }) => `${what} ${seconds(spent)}, ${times === 1 ? 'once' : `${times} times`}`)
  return `${seconds(waited.total)}${parts.length === 0 ? '' : ` (${parts.join('; ')})`}`
}
