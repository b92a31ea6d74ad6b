// The report as test cases of JUnit XML, for GitHub, GitLab and Jenkins: the verdict first, then each rule, or each run of a campaign.
// GitLab shows only one failure of a test case, so one failure has all findings of a rule. The texts are harmless (printable.ts).

import type { Finding, Report, RuleReport, Run } from '../../ground/generated/report.ts'
import { describeEvidence, describeHead, listFacts, listFigures, standingOf, tellLines } from './describe.ts'

const SUITE = 'petstore-sandbox'

/** A test case, and the element inside it. A `system-out` does not fail it. */
interface Case {
  readonly name: string
  readonly tag?: 'failure' | 'skipped' | 'system-out'
  readonly message?: string
  readonly text?: string
}

export function renderJunit(report: Report): string {
  const { campaign, rules, runs } = report
  const parts = campaign === undefined ? rules.map((rule) => caseOf(rule, report)) : runs.map(caseOfRun)
  const cases = [verdictCase(report), ...parts]
  const failures = cases.filter(({ tag }) => tag === 'failure').length
  const skipped = cases.filter(({ tag }) => tag === 'skipped').length
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${SUITE}" ${counts} time="0">`,
    `  <testsuite name="${SUITE}" ${counts} skipped="${skipped}" time="0">`,
    ...cases.flatMap(renderCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function renderCase({ name, tag, message, text = '' }: Case): string[] {
  const open = `    <testcase classname="${SUITE}" name="${escapeXml(name)}" time="0"`
  const about = message === undefined ? '' : ` type="${SUITE}" message="${escapeXml(message)}"`
  return tag === undefined ? [`${open}/>`] : [`${open}>`, `      <${tag}${about}>${escapeXml(text)}</${tag}>`, '    </testcase>']
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Harmless texts have no characters that XML 1.0 does not allow. */
const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

/** A case of its own, because the verdict can fail without a broken rule: no call at all, low coverage, or advice that counts. */
function verdictCase(report: Report): Case {
  const { reasons, verdict } = report
  const [reason = verdict] = reasons
  const facts = listFacts(report).flatMap(({ title, text = '' }) => (text === '' ? [] : [`${title}: ${text}`]))
  const text = [...listFigures(report), ...facts, ...reasons].join('\n')
  return { name: 'verdict', text, ...(verdict === 'passed' ? { tag: 'system-out' } : { tag: 'failure', message: reason }) }
}

function caseOf(rule: RuleReport, report: Report): Case {
  const { rule: name, asks } = rule
  const standing = standingOf(rule, report)
  const findings = report.findings.filter((finding) => finding.rule === name)
  const text = findings.map(renderFinding).join('\n\n')
  const first = findings.find(({ level, exempted }) => level === 'fail' && exempted === undefined)
  if (first !== undefined) return { name, tag: 'failure', message: `${describeHead(first)}: ${first.observed}`, text: `${asks}\n\n${text}` }
  if (standing === 'exempted') return { name, tag: 'skipped', text: `exempted: ${findings[0]?.exempted ?? ''}` }
  if (standing === 'not-exercised') return { name, tag: 'skipped', text: 'not exercised' }
  return text === '' ? { name } : { name, tag: 'system-out', text }
}

function caseOfRun({ call, fault, outcome, level, exempted, observed, control, replay }: Run): Case {
  const name = `${call} × ${fault}`
  const message = `${level === 'advice' ? 'advice, ' : ''}${outcome}: ${observed}`
  const text = [message, ...(control === undefined ? [] : [`control: ${control}`]), replay].join('\n')
  if (exempted !== undefined) return { name, tag: 'skipped', text: `exempted: ${exempted}` }
  return level === 'fail' ? { name, tag: 'failure', message, text } : { name, tag: 'system-out', text }
}

const renderFinding = (finding: Finding) =>
  [`${finding.level.toUpperCase()} ${describeHead(finding)}`, ...tellLines(finding), ...finding.evidence.map(describeEvidence)].join('\n')
