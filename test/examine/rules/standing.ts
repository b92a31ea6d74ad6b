// Judges a client of known behaviour by one rule. The report must match its published schema.

import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Answer, Ask, VirtualClient } from '../../../bench/judge/virtual-exchange.ts'
import { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { validateWith } from '../../../src/contract/schema.ts'
import { describeHead, listLines } from '../../../src/examine/formats/describe.ts'
import type { Finding, Report, RuleReport } from '../../../src/ground/generated/report.ts'

/** A call of the client, its wait in milliseconds, or an act of another kind. */
export type Step = readonly [ask: Ask, answer?: Answer, client?: VirtualClient] | number | ((sandbox: VirtualSandbox) => void)
/** What the client does, and the result of the rule. */
export type Row = readonly [title: string, verdict: RuleReport['verdict'], steps: readonly Step[]]

const findFaults = await validateWith(() => JSON.parse(readFileSync(new URL('../../../spec/report.schema.json', import.meta.url), 'utf8')))

export function checkReport(report: Report): Report {
  expect(findFaults(JSON.parse(JSON.stringify(report)))).toEqual([])
  return report
}

export function judge(steps: readonly Step[]): Report {
  const sandbox = new VirtualSandbox()
  for (const step of steps) {
    if (typeof step === 'number') sandbox.sleep(step)
    else if (typeof step === 'function') step(sandbox)
    else sandbox.call(...step)
  }
  return checkReport(sandbox.report())
}

export function ruleOf(report: Report, name: string): RuleReport {
  const found = report.rules.find(({ rule }) => rule === name)
  if (found === undefined) throw new Error(`there is no rule ${name}`)
  return found
}

export const findingsOf = ({ findings }: Report, name: string): Finding[] => findings.filter(({ rule }) => rule === name)

/** The lines of a finding as the text shows them, and its evidence. */
export const linesOf = (finding: Finding): string[] => [
  `${finding.level.toUpperCase()} ${describeHead(finding)}`,
  ...listLines(finding).map(([name, text]) => `  ${name}: ${text}`),
  ...finding.evidence.flatMap(({ request, note }) => (note === undefined ? [] : [`  ${request}: ${note}`])).slice(0, 2),
]

/** What every finding keeps: the level follows from where it comes, and its lines are few and different. */
export function checkFindings({ findings }: Report): void {
  for (const finding of findings) {
    const { from, level, title, rule, evidence, count, unless } = finding
    expect(level).toBe(from === 'pattern' ? 'advice' : 'fail')
    expect(title).toMatch(from === 'pattern' ? /^Looks like / : new RegExp(`^${rule}$`))
    expect(unless !== undefined).toBe(from === 'pattern')
    const lines = listLines(finding)
    expect(lines.length).toBeLessThanOrEqual(5)
    expect(new Set(lines.map(([, text]) => text)).size).toBe(lines.length)
    for (const [, text] of lines) expect(text).toMatch(/\S/)
    expect(evidence.length).toBeLessThanOrEqual(20)
    expect(count).toBeGreaterThan(0)
  }
}

export const times = (count: number, act: (index: number) => void) => {
  for (let index = 0; index < count; index += 1) act(index)
}
