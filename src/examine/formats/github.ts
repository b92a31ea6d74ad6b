// Renders annotations of GitHub Actions. GitHub shows only ten errors and ten warnings of a step, so the verdict comes first, and then
// the worst finding.

import type { Report } from '../../ground/generated/report.ts'
import { annotation } from '../../ground/github.ts'
import { countingFindings, describeHead, listFigures, tellLines } from './describe.ts'

const MAX_FINDINGS = 50

export function renderGithub(report: Report): string {
  const { verdict, reasons, judgedBy } = report
  const isFailed = verdict === 'failed'
  const lines = isFailed ? reasons : [...listFigures(report), ...reasons]
  const first = annotation(isFailed ? 'error' : 'notice', `${judgedBy.contract.title} client: ${verdict}`, lines)
  const rest = countingFindings(report)
    .slice(0, MAX_FINDINGS)
    .map((finding) => annotation(finding.level === 'fail' ? 'error' : 'warning', describeHead(finding), tellLines(finding)))
  return [first, ...rest].join('')
}
