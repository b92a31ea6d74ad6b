// Renders annotations of GitHub Actions: lines that a step writes and that GitHub shows on the run. GitHub shows only ten errors
// and ten warnings of a step, so the verdict comes first, and then the worst finding.

import type { Report } from '../../../spec/report.ts'
import { describeEvidence, describePlace, describeRun, findingsOf, headline } from './describe.ts'
import { harmless } from './plain.ts'

const MAX_FINDINGS = 50

export function renderGithub(given: Report): string {
  const report = harmless(given)
  const { verdict, reasons, judgedBy } = report
  const figures = verdict === 'failed' ? [] : [headline(report), describeRun(report)]
  const first = annotation(verdict === 'failed' ? 'error' : 'notice', `${judgedBy.contract.title} client: ${verdict}`, [
    ...figures,
    ...reasons,
  ])
  const rest = findingsOf(report)
    .slice(0, MAX_FINDINGS)
    .map(({ rule, finding }) => {
      const { level, message, dismissedBy, advice, evidence } = finding
      const title = [rule, describePlace(finding)].filter((part) => part !== '').join(': ')
      const lines = [message, `Unless ${dismissedBy}`, advice, ...evidence.slice(0, 3).map(describeEvidence)]
      return annotation(level === 'fail' ? 'error' : 'warning', title, lines)
    })
  return [first, ...rest].map((line) => `${line}\n`).join('')
}

export const annotation = (name: 'error' | 'warning' | 'notice', title: string, lines: readonly string[]) =>
  `::${name} title=${escapeProperty(title)}::${escapeMessage(lines.join('\n'))}`

/** The percent sign is escaped first, because the other escapes contain a percent sign. */
const escapeMessage = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string) => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
