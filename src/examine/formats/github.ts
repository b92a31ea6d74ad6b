// Renders annotations of GitHub Actions. GitHub shows only ten errors and ten warnings of a step, so the verdict comes first, and then
// the worst finding.

import type { Report } from '../../../spec/report.ts'
import { annotation } from '../../text/github.ts'
import { describeEvidence, describePlace, describeRun, findingsOf, headline } from './describe.ts'

const MAX_FINDINGS = 50

export function renderGithub(report: Report): string {
  const { verdict, reasons, judgedBy } = report
  const isFailed = verdict === 'failed'
  const figures = isFailed ? [] : [headline(report), describeRun(report)]
  const first = annotation(isFailed ? 'error' : 'notice', `${judgedBy.contract.title} client: ${verdict}`, [...figures, ...reasons])
  const found = findingsOf(report).slice(0, MAX_FINDINGS)
  const rest = found.map(({ rule, finding }) => {
    const { level, message, dismissedBy, advice, evidence } = finding
    const title = [rule, describePlace(finding)].filter((part) => part !== '').join(': ')
    const lines = [message, `Unless ${dismissedBy}`, advice, ...evidence.slice(0, 3).map(describeEvidence)]
    return annotation(level === 'fail' ? 'error' : 'warning', title, lines)
  })
  return [first, ...rest].join('')
}
