// The words about findings and rules that text, Markdown, JUnit, annotations and the console share.

import type { Evidence, Finding, Report, RuleReport } from '../../ground/generated/report.ts'
import { listSome, shorten } from '../../ground/words.ts'

/** The findings that no policy exempts, the worst first. */
export const countingFindings = ({ findings }: Pick<Report, 'findings'>) => findings.filter(({ exempted }) => exempted === undefined)

type Standing = RuleReport['verdict'] | 'exempted'

/** The result of a rule for a client, after the policy. */
export function standingOf({ rule, verdict }: RuleReport, { findings }: Pick<Report, 'findings'>): Standing {
  const own = findings.filter((finding) => finding.rule === rule)
  const counting = countingFindings({ findings: own })
  return own.length > 0 && counting.length === 0 ? 'exempted' : verdictOf(counting, verdict)
}

/** The result of a rule with these findings. `otherwise` is its result without a finding. */
export const verdictOf = (findings: readonly Finding[], otherwise: RuleReport['verdict']) =>
  findings.length === 0 ? otherwise : findings.some(({ level }) => level === 'fail') ? 'broken' : 'advised'

export const rulesThat = (report: Report, standing: Standing) => report.rules.filter((rule) => standingOf(rule, report) === standing)

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

/** The lines as texts: "observed: 3 equal calls". */
export const tellLines = (finding: Finding) => listLines(finding).map((line) => line.join(': '))

/** `req_112 GET /v1/pets 12:00:00.512: 429, during the wait`. */
export function describeEvidence({ request, method, target, at, status, note = '' }: Evidence): string {
  const said = [note.startsWith(String(status)) || status === 0 ? '' : String(status), shorten(note, 100)].filter((part) => part !== '')
  const sent = `${shorten(request, 60)} ${shorten(method, 20)} ${shorten(target, 60)} ${at.slice(11, 23)}`
  return said.length === 0 ? sent : `${sent}: ${said.join(', ')}`
}
