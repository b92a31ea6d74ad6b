// Renders the report as Markdown for GitHub, short enough for the summary of a job or a comment.

import { count } from '../../text/count.ts'
import type { Report } from '../report.ts'
import {
  describeBalance,
  describeCoverage,
  describeEvidence,
  describeFailedCalls,
  describeJudge,
  describePlace,
  describeRun,
  describeWaited,
  findingsOf,
  headline,
  missingByScenario,
  rulesThat,
} from './describe.ts'
import { harmless, shorten } from './plain.ts'

/** A job summary may have 1 MiB, but nobody would read so much. */
const MAX_FINDINGS = 20
const MAX_REQUESTS = 3
const MAX_MESSAGE = 300

export function renderMarkdown(given: Report): string {
  const report = harmless(given)
  const { verdict, reasons, notices } = report
  const icon = { passed: '✅', failed: '❌', 'not-judged': '⚪' }[verdict]
  const sections = [
    [`## ${icon} ${prose(report.judgedBy.contract.title)} client: ${verdict}`],
    [headline(report), ...describeBalance(report), describeRun(report), ...notices].map((line) => `${prose(line)}  `),
    bullets('Why it failed', reasons),
    findings(report),
    bullets(
      'Shown',
      rulesThat(report, 'passed').map(({ asks }) => asks),
    ),
    facts(report),
    [`<sub>Judged by ${prose(describeJudge(report))}.</sub>`],
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

const bullets = (title: string, sentences: readonly string[]) =>
  sentences.length === 0 ? [] : [`**${title}**`, '', ...sentences.map((sentence) => `- ${prose(sentence)}`)]

function findings(report: Report): string[] {
  const all = findingsOf(report)
  if (all.length === 0) return []
  const rows = all.slice(0, MAX_FINDINGS).map(({ rule, finding }) => {
    const { level, confidence, message, expected, observed, sign, dismissedBy, advice, evidence } = finding
    const told = confidence === 'likely' ? [message] : []
    const lines = [...told, `Expected: ${expected}`, `Observed: ${observed}`, `Sign: ${sign}`, `Unless: ${dismissedBy}`, `Fix: ${advice}`]
    const cells = [
      level === 'fail' ? '❌' : '💡',
      `\`${rule}\``,
      prose(describePlace(finding)),
      lines.map(prose).join('<br>'),
      evidence
        .slice(0, MAX_REQUESTS)
        .map((one) => prose(describeEvidence(one)))
        .join('<br>'),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const left = all.length - rows.length
  return [
    '| | rule | where | expected and observed | requests |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    ...(left > 0 ? ['', `The other formats have ${count(left, 'more finding')}.`] : []),
  ]
}

/** Folded, because a reader in a hurry does not need these facts. */
function facts(report: Report): string[] {
  const { unmetScenarios, assumptions } = report
  const lines = [
    `Coverage: ${describeCoverage(report)}`,
    ...[...missingByScenario(report)].map(([reachWith, responses]) => `To get ${responses.join(', ')}: ${reachWith}`),
    `Waited: ${describeWaited(report)}`,
    `Calls that failed at first: ${describeFailedCalls(report)}`,
    ...unmetScenarios.map(({ world, scenario }) => `No call met the scenario ${scenario} of the world ${world}`),
    ...rulesThat(report, 'ignored').map(({ rule, ignored = '' }) => `Ignored: ${rule}: ${ignored}`),
    ...rulesThat(report, 'not-exercised').map(({ rule, hint = '' }) => `Not exercised: ${rule}: ${hint}`),
    ...(assumptions.length === 0 ? [] : [`Assumptions behind replies: ${assumptions.map(({ id }) => id).join(', ')}`]),
  ]
  return [
    '<details><summary>Coverage, waits and rules that were not exercised</summary>',
    '',
    ...lines.map((line) => `- ${prose(line)}`),
    '',
    '</details>',
  ]
}

/**
 * Escapes a text, so that Markdown shows it unchanged: without markup, HTML, cells, links and mentions. After an @ comes a space
 * without width, because GitHub looks for mentions after it has removed the escapes. `invalid_body` and `a: b` need no escape.
 */
export const prose = (text: string) =>
  shorten(text, MAX_MESSAGE)
    .replaceAll(/[\\`*[\]<>|~$]|:(?=\/\/)|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .replaceAll(/www\./gi, 'www\\.')
    .replace(/^[-+#]|^(\d+)(?=[.)])/, (mark, digits) => (digits === undefined ? `\\${mark}` : `${digits}\\`))
    .replaceAll(/@(?=\w)/g, '@\u200b')
