// The words that the formats and the console share: about findings and rules, and about the run, as blocks without a layout.

import type { Evidence, Finding, Report, RuleReport, Timeline } from '../../ground/generated/report.ts'
import { count, listSome, shorten, showMs, showPercent, withCommas } from '../../ground/words.ts'
import { describeRuns } from './tables.ts'

/** The findings that no policy exempts, the worst first. */
export const countingFindings = ({ findings }: Pick<Report, 'findings'>) => findings.filter(({ exempted }) => exempted === undefined)

type Standing = RuleReport['verdict'] | 'exempted'

/** The result of a rule for a client, after the policy. */
export function standingOf({ rule, verdict }: RuleReport, { findings }: Pick<Report, 'findings'>): Standing {
  const own = findings.filter((finding) => finding.rule === rule)
  const counting = countingFindings({ findings: own })
  return own.length > 0 && counting.length === 0 ? 'exempted' : verdictOf(counting, verdict)
}

/** `otherwise` is the result without a finding. */
export const verdictOf = (findings: readonly Finding[], otherwise: RuleReport['verdict']) =>
  findings.length === 0 ? otherwise : findings.some(({ level }) => level === 'fail') ? 'broken' : 'advised'

export const rulesThat = (report: Report, standing: Standing) => report.rules.filter((rule) => standingOf(rule, report) === standing)

/** "honours-retry-after · GET /v1/pets · 3 times" */
export const describeHead = ({ title, where }: Finding) => [title, where].filter((part) => part !== '').join(' · ')

const MAX_REQUESTS = 3

/** The lines below the head: at most five, none twice. A pattern ends with the command that proves it, if there is one. */
export function listLines(finding: Finding): [name: string, text: string][] {
  const { from, expected, observed, unless, control, fix, prove, replay, evidence } = finding
  const requests = evidence.map(({ request }) => request)
  const lines = {
    expected,
    observed,
    unless,
    control,
    fix: from === 'pattern' && prove !== undefined ? undefined : fix,
    requests: replay !== undefined || prove !== undefined || requests.length === 0 ? undefined : listSome(requests, MAX_REQUESTS),
    'to prove': prove,
    replay,
  }
  return Object.entries(lines).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as [string, string]]))
}

/** "observed: 3 equal calls" */
export const tellLines = (finding: Finding) => listLines(finding).map((line) => line.join(': '))

/** `req_112 GET /v1/pets 12:00:00.512: 429, during the wait` */
export function describeEvidence({ request, method, target, at, status, note = '' }: Evidence): string {
  const said = [note.startsWith(String(status)) || status === 0 ? '' : String(status), shorten(note, 100)].filter((part) => part !== '')
  const sent = `${shorten(request, 60)} ${shorten(method, 20)} ${shorten(target, 60)} ${at.slice(11, 23)}`
  return said.length === 0 ? sent : `${sent}: ${said.join(', ')}`
}

export interface Block {
  readonly title: string
  readonly text?: string
  readonly rows?: readonly (readonly string[])[]
}

const MAX_CALLS = 10
export const MAX_SHOWN_TRIES = 20

/** In the order of the first line. */
const STANDINGS = ['broken', 'shown', 'clear', 'advised', 'not-exercised', 'exempted'] as const

/** The lines below the verdict. */
export function listFigures(report: Report): string[] {
  const { facts, coverage, notices } = report
  const runs = describeRuns(report)
  if (runs !== undefined) return [runs.head, ...notices]
  const standings = STANDINGS.map((standing) => [standing, rulesThat(report, standing).length] as const).filter(([, number]) => number > 0)
  const where = `${count(facts.exchanges, 'call')} in ${count(facts.worlds.length, 'world')}`
  const counted = coverage.operations.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  const met = `${counted.filter((response) => response.met > 0).length} of ${count(counted.length, 'response')}`
  return [
    `Rules: ${standings.map(([standing, number]) => `${standing.replace('-', ' ')} ${number}`).join(' · ')}`,
    ...describeBalance(report),
    `${where} · coverage ${showPercent(coverage.percent)}, ${met}`,
    ...notices,
  ]
}

/** "Pets: 9 created, 1 of them without a whole reply to the client", for each kind of items. */
const describeBalance = ({ balance }: Report): string[] =>
  [...Map.groupBy(balance, ({ items }) => items)].map(([items, rows]) => {
    const sum = (of: 'told' | 'untold') => rows.reduce((total, row) => total + row[of], 0)
    const untold = sum('untold') === 0 ? '' : `, ${sum('untold')} of them without a whole reply to the client`
    const name = shorten(items.charAt(0).toUpperCase() + items.slice(1), 40)
    return `${name}: ${sum('told') + sum('untold')} created${untold}`
  })

/** The facts below the findings. */
export function listFacts(report: Report): Block[] {
  const { campaign, findings } = report
  const { assumptions, exchanges } = report.facts
  const { sandbox, contract, seed } = report.judgedBy
  const judged: Block[] = [
    { title: 'Shown', text: namesOf(rulesThat(report, 'shown')) },
    { title: 'Exempted', rows: findings.flatMap((one) => (one.exempted === undefined ? [] : [[describeHead(one), one.exempted]])) },
  ]
  const watched: Block[] = [
    describeFailed(report),
    ...judged,
    { title: 'Not exercised', text: exchanges === 0 ? '' : namesOf(rulesThat(report, 'not-exercised')) },
    { title: 'How to get the missing responses', rows: exchanges === 0 ? [] : listMissing(report) },
    { title: 'Assumptions behind replies that the client got', text: assumptions.join(', ') },
    { title: 'Judged by', text: `petstore-sandbox ${sandbox}, ${contract.title} ${contract.version}, seed ${seed}.` },
  ]
  // The runs of a campaign have calls and replies of their own.
  return (campaign === undefined ? watched : judged).filter(({ text = '', rows = [] }) => text !== '' || rows.length > 0)
}

const namesOf = (rules: readonly RuleReport[]) => rules.map(({ rule }) => rule).join(', ')

/** By their cause: `Sandbox-Scenario: unauthorized` causes `listPets 401` and `createPet 401`. */
function listMissing({ coverage: { operations } }: Report): string[][] {
  const missing = operations.flatMap(({ operationId, responses }) =>
    responses.filter(({ met, optional }) => met === 0 && !optional).map((response) => ({ operationId, ...response })),
  )
  const causes = Map.groupBy(missing, ({ reachWith = 'an ordinary call' }) => reachWith)
  return [...causes].map(([cause, own]) => [cause, own.map(({ operationId, status }) => `${operationId} ${status}`).join(', ')])
}

/** "5, 1 of them announced with expect; 2 of them followed by an equal call that succeeded", and the first of these calls. */
function describeFailed({ facts: { calls } }: Report): Block {
  const all = calls.length
  const announced = calls.filter((call) => call.announced).length
  const succeeded = calls.filter(({ outcome }) => outcome === 'succeeded').length
  const wanted = announced === 0 ? '' : `, ${announced} of them announced with expect`
  const text = `${withCommas(all)}${wanted}; ${succeeded} of them followed by an equal call that succeeded`
  // Calls that differ only in world, test, key or body have the same text, and share a row.
  const shared = [...Map.groupBy(calls.map(describeCall), String).values()].slice(0, MAX_CALLS)
  const rows = shared.map(([row = [], ...same]) => (same.length === 0 ? row : [...row, `${same.length + 1} times`]))
  const left = all - shared.flat().length
  const more = left === 0 ? [] : [[`… and ${count(left, 'more call')}`]]
  const title = 'Calls that failed, without their repetitions'
  return all === 0 ? { title } : { title, text, rows: [...rows, ...more] }
}

/** `GET /v1/pets` and "429, broken 200 after 10 ms, 200 after 2 s". */
function describeCall({ method, target, tries, outcome }: Timeline): string[] {
  const shown = tries.map(({ status, gap }, index) => {
    const isSuccess = outcome === 'succeeded' && index === tries.length - 1
    const reply = status === 0 ? 'no reply' : status < 400 && !isSuccess ? `broken ${status}` : status
    return `${reply}${gap === undefined ? '' : ` after ${showMs(gap * 1000)}`}`
  })
  return [`${shorten(method, 20)} ${shorten(target, 100)}`, listSome(shown, MAX_SHOWN_TRIES)]
}
