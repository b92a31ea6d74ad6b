// Annotations of GitHub Actions: lines that a workflow step writes, and GitHub shows on the run. GitHub shows ten errors and
// ten warnings of a step, so that the verdict comes first, and the gravest finding next.

import type { Report } from '../report.ts'
import { describePlace, findingsOf, headline } from './describe.ts'
import { harmless } from './plain.ts'

const MAX_FINDINGS = 50

export function renderGithub(given: Report): string {
  const report = harmless(given)
  const { verdict, reasons } = report
  const first =
    verdict === 'passed'
      ? command('notice', 'Pet Store client: passed', [headline(report)])
      : command('error', 'Pet Store client: failed', reasons)
  const rest = findingsOf(report)
    .slice(0, MAX_FINDINGS)
    .map(({ rule, finding }) => {
      const place = describePlace(finding)
      const { level, message, advice, requests } = finding
      const shown = requests.length === 0 ? [] : [`requests ${requests.slice(0, 5).join(' ')}`]
      return command(level === 'fail' ? 'error' : 'warning', place === '' ? rule : `${rule}: ${place}`, [message, advice, ...shown])
    })
  return [first, ...rest].map((line) => `${line}\n`).join('')
}

const command = (name: 'error' | 'warning' | 'notice', title: string, lines: readonly string[]) =>
  `::${name} title=${escapeProperty(title)}::${escapeMessage(lines.join('\n'))}`

/** As @actions/core does it: the percent sign first. */
const escapeMessage = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string) => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
