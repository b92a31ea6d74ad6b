// Renders annotations of GitHub Actions. GitHub shows only ten errors and ten warnings of a step, so the verdict comes first, and then
// the worst finding.

import type { Report } from '../../ground/generated/report.ts'
import { annotation } from '../../ground/github.ts'
import { countingFindings, describeHead, describeRun, headline, listLines } from './describe.ts'

const MAX_FINDINGS = 50

export function renderGithub(report: Report): string {
  const { verdict, reasons, judgedBy } = report
  const isFailed = verdict === 'failed'
  const figures = isFailed ? [] : [headline(report), describeRun(report)]
  const first = annotation(isFailed ? 'error' : 'notice', `${judgedBy.contract.title} client: ${verdict}`, [...figures, ...reasons])
  const rest = countingFindings(report)
    .slice(0, MAX_FINDINGS)
    .map((finding) => {
      const lines = listLines(finding).map((line) => line.join(': '))
      return annotation(finding.level === 'fail' ? 'error' : 'warning', describeHead(finding), lines)
    })
  return [first, ...rest].join('')
}
