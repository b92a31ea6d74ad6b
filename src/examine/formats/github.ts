// Annotations of GitHub Actions. GitHub shows only ten errors and ten warnings of a step, so the verdict and the worst findings come first.

import type { Report } from '../../ground/generated/report.ts'
import { countingFindings, describeHead, listFigures, tellLines } from './describe.ts'

const MAX_FINDINGS = 50

export function renderGithub(report: Report): string {
  const { verdict, reasons, judgedBy } = report
  const isFailed = verdict === 'failed'
  const lines = isFailed ? reasons : listFigures(report)
  const first = annotation(isFailed ? 'error' : 'notice', `${judgedBy.contract.title} client: ${verdict}`, lines)
  const rest = countingFindings(report)
    .slice(0, MAX_FINDINGS)
    .map((finding) => annotation(finding.level === 'fail' ? 'error' : 'warning', describeHead(finding), tellLines(finding)))
  return [first, ...rest].join('')
}

/** A line that a step writes and that GitHub shows on the run. */
export const annotation = (name: 'error' | 'warning' | 'notice', title: string, lines: readonly string[]) =>
  `::${name} title=${escapeProperty(title)}::${escapeMessage(lines.join('\n'))}\n`

/** The percent sign is escaped first, because the other escapes contain one. */
const escapeMessage = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string) => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
