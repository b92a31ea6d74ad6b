// Renders annotations of GitHub Actions: lines that a step writes and that GitHub shows on the run. GitHub shows only ten errors
// and ten warnings of a step, so the verdict comes first, and then the worst finding.

import type { Report } from '../report.ts'
import { describeEvidence, describePlace, describeRun, findingsOf, headline } from './describe.ts'
import { harmless } from './plain.ts'

const MAX_FINDINGS = 50

export function renderGithub(given: Report): string {
  const report = harmless(given)
  const { verdict, reasons } = report
  const title = `${report.judgedBy.contract.title} client: ${verdict}`
  const first =
    verdict === 'failed'
      ? annotation('error', title, reasons)
      : annotation('notice', title, [headline(report), describeRun(report), ...reasons])
  const rest = findingsOf(report)
    .slice(0, MAX_FINDINGS)
    .map(({ rule, finding }) => {
      const place = describePlace(finding)
      const { level, message, dismissedBy, advice, evidence } = finding
      const shown = evidence.slice(0, 3).map(describeEvidence)
      return annotation(level === 'fail' ? 'error' : 'warning', place === '' ? rule : `${rule}: ${place}`, [
        message,
        `Unless ${dismissedBy}`,
        advice,
        ...shown,
      ])
    })
  return [first, ...rest].map((line) => `${line}\n`).join('')
}

export const annotation = (name: 'error' | 'warning' | 'notice', title: string, lines: readonly string[]) =>
  `::${name} title=${escapeProperty(title)}::${escapeMessage(lines.join('\n'))}`

/** The percent sign is escaped first, because the other escapes contain a percent sign. */
const escapeMessage = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string) => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
