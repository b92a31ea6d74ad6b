// Makes the report from the facts of worlds. Series, runs and waits are computed once here, for all rules.

import { createHash } from 'node:crypto'
import type { Contract } from '../contract/contract.ts'
import { renderJson } from '../json/json.ts'
import { count } from '../text/count.ts'
import { takeBalance } from './balance.ts'
import { measureCoverage, type ReachWith } from './coverage.ts'
import { createFindings } from './findings.ts'
import type { JudgeParts } from './judge.ts'
import type { JudgedBy, Report, RuleReport } from './report.ts'
import { type Facts, NEWEST, RULE_SETS, type Rule } from './rules/rule.ts'
import { rules } from './rules/table.ts'
import { findSeries } from './series.ts'
import { findRuns } from './signs.ts'
import { listTimelines, sumUpWaits } from './timelines.ts'
import type { UnmatchedCalls } from './unmatched.ts'
import { findWaits } from './waits.ts'
import type { WorldFacts } from './world-facts.ts'

export interface ReportParts extends Pick<JudgeParts, 'contract' | 'version' | 'seed' | 'now'> {
  readonly operations: Facts['operations']
  readonly reachWith: ReachWith
  /** The hash of the contract. */
  readonly sha256: () => string
  readonly unmatched: UnmatchedCalls
  readonly isWhole: boolean
  readonly haveEnded: boolean
  /** Exchanges of worlds beyond the bound. */
  readonly unjudged: number
}

/** The report before a policy adds the verdict. */
export type ReportWithoutVerdict = Omit<Report, 'verdict' | 'reasons' | 'notices'>

export function composeReport(worlds: readonly WorldFacts[], parts: ReportParts): ReportWithoutVerdict {
  const facts = gather(worlds, parts)
  return {
    version: 2,
    ruleSet: NEWEST,
    balance: takeBalance(worlds, parts.operations),
    judgedBy: describeJudge(worlds, parts),
    worlds: worlds.filter((world) => world.exchanges > 0).map(({ name }) => name),
    exchanges: sum(worlds.map((world) => world.exchanges)),
    dropped: facts.dropped,
    rules: rules.map((rule) => judgeRule(rule, facts)),
    ...listTimelines(facts.series, parts.now()),
    waited: sumUpWaits(facts.series, worlds),
    unmetScenarios: worlds.flatMap(({ name, scenarios }) => scenarios.list().map((scenario) => ({ world: name, scenario }))),
    assumptions: parts.contract.assumptions
      .map(({ id, choice }) => ({ id, choice, exchanges: sum(worlds.map((world) => world.assumptions.get(id) ?? 0)) }))
      .filter(({ exchanges }) => exchanges > 0),
    coverage: measureCoverage(parts.contract.operations, facts.tallies, parts.reachWith),
  }
}

function gather(worlds: readonly WorldFacts[], { operations, isWhole, haveEnded, unjudged, unmatched }: ReportParts): Facts {
  const facts = worlds.flatMap((world) => world.facts).sort((one, other) => one.number - other.number)
  const series = findSeries(facts)
  const runs = findRuns(series, facts)
  return {
    ...{ operations, isWhole, haveEnded, facts, series, runs, waits: findWaits(runs) },
    tallies: worlds.flatMap((world) => [...world.tallies.values()]),
    ids: new Map(worlds.map(({ name, ids }) => [name, ids])),
    keysOutside: isWhole ? unmatched.keys : 0,
    dropped: sum(worlds.map((world) => world.dropped)) + (isWhole ? unjudged : 0),
  }
}

function judgeRule(rule: Rule, facts: Facts): RuleReport {
  const { name, level, since = RULE_SETS[0], ground, asks, exercise, countsOnly = false } = rule
  const { found, isShown = false, clear = 0, why } = rule.judge(facts)
  const findings = createFindings(found, rule)
  const said = { rule: name, level, since, ground, asks, findings }
  if (findings.length > 0) return { ...said, verdict: 'failed' }
  if (facts.dropped > 0 && !countsOnly) return { ...said, verdict: 'not-exercised', hint: FULL }
  if (isShown) return { ...said, verdict: 'passed' }
  if (clear > 0) return { ...said, verdict: 'clear', hint: `Nothing against it in ${count(clear, 'call')}.` }
  return { ...said, verdict: 'not-exercised', hint: why ?? exercise }
}

const FULL = 'The memory for facts was full, so not all calls could be judged. Clear the report between runs: DELETE /_sandbox/report.'

function describeJudge(worlds: readonly WorldFacts[], { contract, version, seed, sha256 }: ReportParts): JudgedBy {
  const from = worlds.flatMap((world) => world.from ?? [])
  const to = worlds.flatMap((world) => world.to ?? [])
  return {
    sandbox: version,
    contract: { title: contract.title, version: contract.version, sha256: sha256() },
    seed,
    ...(from.length > 0 && { from: new Date(Math.min(...from)).toISOString(), to: new Date(Math.max(...to)).toISOString() }),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The hash of the contract as JSON, so that blanks and comments in the file do not change it. Computed when it is first needed. */
export function hashOnce(document: Contract['document']): () => string {
  let hash: string | undefined
  return () => {
    hash ??= createHash('sha256').update(renderJson(document)).digest('hex')
    return hash
  }
}
