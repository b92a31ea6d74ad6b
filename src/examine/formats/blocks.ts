// What a report says about the run, as blocks without a layout: text, Markdown, JUnit and the console show them.

import type { Report, RuleReport, Timeline, TimelineTry } from '../../ground/generated/report.ts'
import { count, listSome, seconds, shorten, showPercent } from '../../ground/words.ts'
import { describeHead, rulesThat } from './describe.ts'
import { describeRuns } from './tables.ts'

/** A title with a text, rows of cells, or both. */
export interface Block {
  readonly title: string
  readonly text?: string
  readonly rows?: readonly (readonly string[])[]
}

/** The hints of a small run would be longer than the run. */
const SMALL_RUN = 20
const MAX_WORLDS = 10
const MAX_CALLS = 10

/** The results of rules, in the order of the first line. */
const STANDINGS = ['broken', 'shown', 'clear', 'advised', 'not-exercised', 'exempted'] as const

/** The lines below the verdict. */
export function listFigures(report: Report): string[] {
  const { facts, coverage, notices } = report
  const runs = describeRuns(report)
  if (runs !== undefined) return [runs.head, ...notices]
  const standings = STANDINGS.map((standing) => [standing, rulesThat(report, standing).length] as const).filter(([, number]) => number > 0)
  const where = `${count(facts.exchanges, 'call')} in ${count(facts.worlds.length, 'world')}`
  return [
    `Rules: ${standings.map(([standing, number]) => `${standing.replace('-', ' ')} ${number}`).join(' · ')}`,
    ...describeBalance(report),
    `${where} · coverage ${showPercent(coverage.percent)}, ${showPercent(coverage.natural)} naturally`,
    ...notices,
  ]
}

/** "Pets: 9 created, 1 of them without a whole reply to the client, 0 duplicates", for each kind of items. */
const describeBalance = ({ balance }: Report): string[] =>
  [...Map.groupBy(balance, ({ items }) => items)].map(([items, rows]) => {
    const sum = (of: 'told' | 'untold' | 'duplicates' | 'gone') => rows.reduce((total, row) => total + row[of], 0)
    const untold = sum('untold') === 0 ? '' : `, ${sum('untold')} of them without a whole reply to the client`
    const gone = sum('gone') === 0 ? '' : `, ${sum('gone')} told but not there`
    const name = shorten(items.charAt(0).toUpperCase() + items.slice(1), 40)
    return `${name}: ${sum('told') + sum('untold')} created${untold}, ${count(sum('duplicates'), 'duplicate')}${gone}`
  })

/** The facts below the findings, in the order of the formats. A run with fewer calls than `hintsFrom` gets no hints of rules. */
export function listFacts(report: Report, hintsFrom = SMALL_RUN): Block[] {
  const { campaign, coverage, findings } = report
  const { unmetScenarios, assumptions, exchanges, waited } = report.facts
  const counted = coverage.operations.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  const met = counted.filter((response) => response.met > 0).length
  const share = `${showPercent(coverage.percent)}, ${met} of ${count(counted.length, 'response')}`
  const judged: Block[] = [
    { title: 'Shown', text: namesOf(rulesThat(report, 'shown')) },
    { title: 'Exempted', rows: findings.flatMap((one) => (one.exempted === undefined ? [] : [[describeHead(one), one.exempted]])) },
  ]
  const watched: Block[] = [
    { title: 'Pauses before equal calls, and slow replies', text: waited.total < 0.1 ? '' : describeWaited(report) },
    { title: 'Scenarios on a world that no call met', rows: unmetScenarios.map(({ world, scenario }) => [`world ${world}`, scenario]) },
    ...judged,
    ...(exchanges === 0 ? [] : [describeSilent(rulesThat(report, 'not-exercised'), exchanges < hintsFrom)]),
    { title: 'Coverage', text: `${share}; ${showPercent(coverage.natural)} naturally` },
    { title: 'How to get the missing responses', rows: exchanges === 0 ? [] : listMissing(report) },
    { title: 'Assumptions behind replies that the client got', text: assumptions.map(({ id }) => id).join(', ') },
    { title: 'Judged by', text: `${describeJudge(report)}.` },
  ]
  // The runs of a campaign have calls, waits and replies of their own.
  return (campaign === undefined ? watched : judged).filter(({ text = '', rows = [] }) => text !== '' || rows.length > 0)
}

/** The rules of which nothing can be said: with their hints, or only their names and whether a campaign can show them. */
function describeSilent(silent: readonly RuleReport[], isShort: boolean): Block {
  const title = 'Not exercised'
  if (!isShort || silent.length === 0) return { title, rows: silent.map(({ rule, hint = '' }) => [rule, hint]) }
  const isProvable = ({ hint }: RuleReport) => hint?.startsWith('petstore-sandbox inject') === true
  const [provable, others] = [silent.filter(isProvable), silent.filter((rule) => !isProvable(rule))]
  const sentences = [
    ...(others.length === 0 ? [] : [`${namesOf(others)}.`]),
    ...(provable.length === 0 ? [] : [`To show ${namesOf(provable)}, use inject.`]),
    'The JSON format says how.',
  ]
  return { title, text: sentences.join(' ') }
}

const namesOf = (rules: readonly RuleReport[]) => rules.map(({ rule }) => rule).join(', ')

/** The missing responses by their cause: `Sandbox-Scenario: unauthorized` causes `listPets 401` and `createPet 401`. */
function listMissing({ coverage: { operations } }: Report): string[][] {
  const missing = operations.flatMap(({ operationId, responses }) =>
    responses.filter(({ met, optional }) => met === 0 && !optional).map((response) => ({ operationId, ...response })),
  )
  const causes = Map.groupBy(missing, ({ reachWith = 'an ordinary call' }) => reachWith)
  return [...causes].map(([cause, own]) => [cause, own.map(({ operationId, status }) => `${operationId} ${status}`).join(', ')])
}

/** The sandbox and the run: "petstore-sandbox 0.1.0, Pet Store 1.0.0 (sha256 …), seed 1, 12:00 to 12:05; world w1". */
function describeJudge({ judgedBy: { sandbox, contract, seed, from, to }, facts: { worlds } }: Report): string {
  const judge = `petstore-sandbox ${sandbox}, ${contract.title} ${contract.version} (sha256 ${contract.sha256}), seed ${seed}`
  const times = from === undefined ? '' : `, ${from} to ${to}`
  const names = listSome(worlds, MAX_WORLDS)
  return `${judge}${times}${worlds.length === 0 ? '' : `; ${worlds.length === 1 ? 'world' : 'worlds'} ${names}`}`
}

/** "12.4 s (pause after Retry-After 10 s, 2 times; pause 2.4 s, once)". */
function describeWaited({ facts: { waited } }: Report): string {
  const parts = waited.on.map(({ what, seconds: spent, times }) => `${what} ${seconds(spent)}, ${times === 1 ? 'once' : `${times} times`}`)
  return `${seconds(waited.total)}${parts.length === 0 ? '' : ` (${parts.join('; ')})`}`
}

/** How many calls failed: "5, 1 of them announced with expect; 2 of them followed by an equal call that succeeded". And the first ones. */
export function listCalls({ campaign, facts: { calls, callsLeftOut } }: Report): Block[] {
  const all = calls.length + callsLeftOut
  if (campaign !== undefined || all === 0) return []
  const announced = calls.filter((call) => call.announced).length
  const succeeded = calls.filter(({ outcome }) => outcome === 'succeeded').length
  const wanted = announced === 0 ? '' : `, ${announced} of them announced with expect`
  const text = `${all.toLocaleString('en')}${wanted}; ${succeeded} of them followed by an equal call that succeeded`
  const more = all > MAX_CALLS ? [[`… and ${count(all - MAX_CALLS, 'more call')}`]] : []
  return [
    { title: 'Calls that failed, equal ones counted once', text, rows: [...calls.slice(0, MAX_CALLS).flatMap(describeCall), ...more] },
  ]
}

/** "GET /v1/pets: 3 equal calls, the last one succeeded (world w1)", and a row for each of these calls. */
function describeCall({ method, target, outcome, tries, triesLeftOut, case: name, world }: Timeline): string[][] {
  const all = tries.length + triesLeftOut
  const labels = [...(name === undefined ? [] : [`case "${shorten(name, 100)}"`]), ...(world === 'default' ? [] : [`world ${world}`])]
  const end = outcome === 'refused' ? 'was refused' : outcome
  const what = all === 1 ? ` ${end}` : `: ${count(all, 'equal call')}, the last one ${end}`
  const rows = tries.map(describeTry)
  if (triesLeftOut > 0) rows.splice(Math.ceil(rows.length / 2), 0, ['    …', count(triesLeftOut, 'more call')])
  return [[`${shorten(method, 20)} ${shorten(target, 100)}${what}${labels.length === 0 ? '' : ` (${labels.join(', ')})`}`], ...rows]
}

/** When it came, and what it got: `5 s later`, `429 rate-limit, asked to wait 5 s`. */
function describeTry({ gap, took, status, cause, asked, endedBy }: TimelineTry, index: number): string[] {
  const what = [
    `${status === 0 ? 'no reply' : status} ${shorten(cause, 60)}`,
    ...(asked === undefined ? [] : [`asked to wait ${seconds(asked)}`]),
    ...(endedBy === 'client' ? [`left after ${seconds(took)}`] : []),
    ...(endedBy === 'sandbox' ? ['the connection was broken'] : []),
    ...(endedBy === undefined && took >= 1 ? [`took ${seconds(took)}`] : []),
  ]
  const when = index === 0 ? 'at first' : gap === undefined ? 'in parallel' : gap < 0.005 ? 'at once' : `${seconds(gap)} later`
  return [`    ${when}`, what.join(', ')]
}
