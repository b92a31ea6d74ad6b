// Makes the report from the facts that the judge keeps of the worlds, and from the conclusions of the rules.

import type { Contract } from '../contract/contract.ts'
import { type BringOut, type Met, measureCoverage, noteMet } from './coverage.ts'
import type { Finding, JudgedBy, Report, RuleReport, Timeline } from './report.ts'
import type { Conclusion, RuleStates, SealedRule } from './rules/rule.ts'
import { describeSeries, MAX_TIMELINES, pickSeries } from './timelines.ts'
import { sumUp } from './waiting-time.ts'
import type { WorldJudge } from './world-judge.ts'

export interface ReportParts {
  readonly contract: Pick<Contract, 'operations' | 'assumptions' | 'title' | 'version'>
  readonly version: string
  readonly seed: number
  readonly now: () => number
  readonly bringOut: BringOut
  /** The hash of the contract. */
  readonly sha256: () => string
}

/** The report before a policy adds the verdict. */
export type ReportWithoutVerdict = Omit<Report, 'verdict' | 'reasons'>

export function composeReport(
  worlds: readonly WorldJudge[],
  rules: readonly SealedRule[],
  states: readonly RuleStates[],
  parts: ReportParts,
): ReportWithoutVerdict {
  const open = worlds.map((world) => ({ name: world.name, open: world.openSeries() }))
  const reports = rules.map((rule, index) => describeRule(rule, states[index]?.conclude(open)))
  const exchanges = sum(worlds.map((world) => world.exchanges))
  return {
    version: 1,
    judgedBy: describeJudge(worlds, parts),
    worlds: worlds.flatMap((world) => [...world.names]),
    exchanges,
    summary: exchanges === 0 ? { proven: [], unproven: ['No call was judged.'] } : summarize(reports, rules),
    rules: reports,
    ...listTimelines(worlds, parts.now()),
    waited: sumUp(worlds.flatMap((world) => world.waited())),
    unmetScenarios: worlds.flatMap(({ name, scenarios }) => scenarios.list().map((scenario) => ({ world: name, scenario }))),
    assumptions: listAssumptions(worlds, parts),
    coverage: measureCoverage(parts.contract.operations, mergeMet(worlds), parts.bringOut),
  }
}

const NOTHING: Conclusion = { isExercised: false, findings: [] }

function describeRule({ name, level, asks, hint, restsOn = [] }: SealedRule, conclusion: Conclusion = NOTHING): RuleReport {
  const { isExercised, findings, hint: ownHint = hint } = conclusion
  const softened = restsOn.length > 0 ? findings.map((finding): Finding => ({ ...finding, level: 'advice' })) : findings
  const verdict = findings.length > 0 ? 'failed' : isExercised ? 'passed' : 'not-exercised'
  return { rule: name, level, asks, verdict, ...(verdict === 'not-exercised' && { hint: ownHint }), findings: softened }
}

function describeJudge(worlds: readonly WorldJudge[], { contract, version, seed, sha256 }: ReportParts): JudgedBy {
  const from = worlds.flatMap((world) => world.from ?? [])
  const to = worlds.flatMap((world) => world.to ?? [])
  return {
    sandbox: version,
    contract: { title: contract.title, version: contract.version, sha256: sha256() },
    seed,
    ...(from.length > 0 && { from: new Date(Math.min(...from)).toISOString(), to: new Date(Math.max(...to)).toISOString() }),
  }
}

function summarize(reports: readonly RuleReport[], rules: readonly SealedRule[]): ReportWithoutVerdict['summary'] {
  const named = reports.map((report, index) => ({ ...report, shows: rules[index]?.shows ?? report.asks }))
  return {
    proven: named.filter(({ verdict }) => verdict === 'passed').map(({ shows }) => `${capital(shows)}.`),
    unproven: named.filter(({ verdict }) => verdict === 'not-exercised').map(({ shows, hint = '' }) => `Whether ${shows}. ${hint}`),
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function listTimelines(worlds: readonly WorldJudge[], now: number): Pick<ReportWithoutVerdict, 'calls' | 'callsLeftOut'> {
  const open = worlds.flatMap((world) => world.series())
  const settled = worlds.flatMap((world) => world.timelines)
  const shown = pickSeries(open, MAX_TIMELINES).map((series) => describeSeries(series, now))
  const calls = [...settled, ...shown].sort(byTime).slice(0, MAX_TIMELINES)
  const all = open.length + settled.length + sum(worlds.map((world) => world.timelinesLeftOut))
  return { calls, callsLeftOut: all - calls.length }
}

const byTime = (one: Timeline, other: Timeline) => ((one.tries[0]?.at ?? '') < (other.tries[0]?.at ?? '') ? -1 : 1)

function listAssumptions(worlds: readonly WorldJudge[], { contract }: ReportParts): ReportWithoutVerdict['assumptions'] {
  return contract.assumptions.flatMap(({ id, choice }) => {
    const exchanges = sum(worlds.map((world) => world.assumptions.get(id) ?? 0))
    return exchanges === 0 ? [] : [{ id, choice, exchanges }]
  })
}

function mergeMet(worlds: readonly WorldJudge[]): Met {
  const merged: Met = new Map()
  for (const { met } of worlds)
    for (const [operation, own] of met) for (const [status, count] of own) noteMet(merged, operation, status, count)
  return merged
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
