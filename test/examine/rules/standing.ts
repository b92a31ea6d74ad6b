// Judges a client of known behaviour by one rule. The report must match its published schema.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Answer, Ask, VirtualClient } from '../../../bench/judge/virtual-exchange.ts'
import { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import type { Report, RuleReport } from '../../../spec/report.ts'
import { validateWith } from '../../../src/contract/schema.ts'
import { standingOf } from '../../../src/examine/formats/describe.ts'

/** A call of the client, its wait in milliseconds, or an act of another kind. */
export type Step = readonly [ask: Ask, answer?: Answer, client?: VirtualClient] | number | ((sandbox: VirtualSandbox) => void)
type Standing = 'failed' | 'advised' | 'passed' | 'clear' | 'not-exercised'
/** What the client does, and the result of the rule. */
export type Row = readonly [title: string, standing: Standing, steps: readonly Step[]]

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

/** A test for each row. */
export function testRule(name: string, rows: readonly Row[]): void {
  const table = rows.map(([title, standing, steps]) => ({ title, standing, steps }))
  test.each(table)('a client that $title: $standing', ({ standing, steps }) => {
    const rule = ruleOf(judge(steps), name)
    expect([standingOf(rule), ...rule.findings.map(({ message }) => message)]).toEqual([
      standing,
      ...rule.findings.map(() => expect.anything()),
    ])
    for (const { requests, count } of rule.findings) {
      expect(requests.length).toBeGreaterThan(0)
      expect(requests.length).toBeLessThanOrEqual(20)
      expect(count).toBeGreaterThan(0)
    }
    if (standing === 'not-exercised') expect(rule.hint).toBeTruthy()
  })
}

export const times = (count: number, act: (index: number) => void) => {
  for (let index = 0; index < count; index += 1) act(index)
}
