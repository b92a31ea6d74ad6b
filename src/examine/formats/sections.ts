// What a report says, as data without a layout. Text and Markdown show all of it; JUnit and annotations show parts of it.

import type { Report, RuleReport } from '../../ground/generated/report.ts'
import { count, listSome, showPercent } from '../../ground/numbers.ts'
import { describeBalance, describeHead, describeRun, describeWaited, headline, rulesThat } from './describe.ts'
import { describeRuns } from './tables.ts'

/** A title with a text, rows of cells, or both. */
export interface Section {
  readonly title: string
  readonly text?: string
  readonly rows?: readonly (readonly string[])[]
}

/** The hints of a small run would be longer than the run. */
const SMALL_RUN = 20
const MAX_WORLDS = 10

/** The lines below the verdict. */
export function listFigures(report: Report): string[] {
  const runs = describeRuns(report)
  if (runs !== undefined) return [runs.head, ...report.notices]
  return [headline(report), ...describeBalance(report), describeRun(report), ...report.notices]
}

/** The facts below the findings, in the order of the formats. A run with fewer calls than `hintsFrom` gets no hints of rules. */
export function listFacts(report: Report, hintsFrom = SMALL_RUN): Section[] {
  const { unmetScenarios, assumptions, exchanges, waited } = report.facts
  const silent = rulesThat(report, 'not-exercised')
  const isFolded = exchanges < hintsFrom && silent.length > 0
  const [provable, others] = [silent.filter(needsInject), silent.filter((rule) => !needsInject(rule))]
  const sentences = [
    ...(others.length === 0 ? [] : [`${namesOf(others)}.`]),
    ...(provable.length === 0 ? [] : [`To show ${namesOf(provable)}, use inject.`]),
  ]
  const names = isFolded ? [...sentences, 'The JSON format says how.'].join(' ') : ''
  const judged: Section[] = [
    { title: 'Shown', text: namesOf(rulesThat(report, 'shown')) },
    { title: 'Exempted', rows: report.findings.flatMap((one) => (one.exempted === undefined ? [] : [[describeHead(one), one.exempted]])) },
  ]
  const watched: Section[] = [
    { title: 'Pauses before equal calls, and slow replies', text: waited.total < 0.1 ? '' : describeWaited(report) },
    { title: 'Scenarios on a world that no call met', rows: unmetScenarios.map(({ world, scenario }) => [`world ${world}`, scenario]) },
    ...judged,
    { title: 'Not exercised', text: exchanges === 0 ? '' : names, rows: isFolded ? [] : silent.map(({ rule, hint = '' }) => [rule, hint]) },
    { title: 'Coverage', text: describeCoverage(report) },
    { title: 'How to get the missing responses', rows: exchanges === 0 ? [] : listMissing(report) },
    { title: 'Assumptions behind replies that the client got', text: assumptions.map(({ id }) => id).join(', ') },
    { title: 'Judged by', text: `${describeJudge(report)}.` },
  ]
  // The runs of a campaign have calls, waits and replies of their own.
  const all = report.campaign === undefined ? watched : judged
  return all.filter(({ text = '', rows = [] }) => text !== '' || rows.length > 0)
}

/** Its hint is a campaign. */
const needsInject = ({ hint }: RuleReport) => hint?.startsWith('petstore-sandbox inject') === true

const namesOf = (rules: readonly RuleReport[]) => rules.map(({ rule }) => rule).join(', ')

/** The missing responses by their cause: `Sandbox-Scenario: unauthorized` causes `listPets 401` and `createPet 401`. */
function listMissing({ coverage: { operations } }: Report): string[][] {
  const missing = operations.flatMap(({ operationId, responses }) =>
    responses.filter(({ met, optional }) => met === 0 && !optional).map((response) => ({ operationId, ...response })),
  )
  const causes = Map.groupBy(missing, ({ reachWith = 'an ordinary call' }) => reachWith)
  return [...causes].map(([cause, own]) => [cause, own.map(({ operationId, status }) => `${operationId} ${status}`).join(', ')])
}

/** "60 %, 12 of 20 responses; 40 % naturally". */
export function describeCoverage({ coverage: { percent, natural, operations } }: Report): string {
  const counted = operations.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  const met = counted.filter((response) => response.met > 0).length
  return `${showPercent(percent)}, ${met} of ${count(counted.length, 'response')}; ${showPercent(natural)} naturally`
}

/** The sandbox and the run: "petstore-sandbox 0.1.0, Pet Store 1.0.0 (sha256 …), seed 1, 12:00 to 12:05; world w1". */
export function describeJudge({ judgedBy: { sandbox, contract, seed, from, to }, facts: { worlds } }: Report): string {
  const judge = `petstore-sandbox ${sandbox}, ${contract.title} ${contract.version} (sha256 ${contract.sha256}), seed ${seed}`
  const times = from === undefined ? '' : `, ${from} to ${to}`
  const names = listSome(worlds, MAX_WORLDS)
  return `${judge}${times}${worlds.length === 0 ? '' : `; ${worlds.length === 1 ? 'world' : 'worlds'} ${names}`}`
}
