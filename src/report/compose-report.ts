// Makes the report from the facts of worlds. Series, runs and waits are computed once here, for all rules.

import type { Contract } from '../contract/contract.ts'
import { takeBalance } from './balance.ts'
import type { Surroundings } from './contract-facts.ts'
import { type BringOut, measureCoverage } from './coverage.ts'
import { createFindings } from './findings.ts'
import type { JudgedBy, Report, RuleReport } from './report.ts'
import type { Facts, Rule } from './rules/rule.ts'
import { NEWEST } from './rules/rule-sets.ts'
import { rules } from './rules/table.ts'
import { findSeries } from './series.ts'
import { findRuns } from './signs.ts'
import { listTimelines, sumUpWaits } from './timelines.ts'
import type { UnmatchedCalls } from './unmatched.ts'
import { findWaits } from './waits.ts'
import type { WorldFacts } from './world-facts.ts'

export interface ReportParts extends Surroundings {
  readonly contract: Pick<Contract, 'operations' | 'assumptions' | 'title' | 'version'>
  readonly version: string
  readonly seed: number
  readonly now: () => number
  readonly bringOut: BringOut
  /** The hash of the contract. */
  readonly sha256: () => string
  readonly unmatched: UnmatchedCalls
  readonly isWhole: boolean
  /** Exchanges of worlds beyond the bound. */
  readonly unjudged: number
}

/** The report before a policy adds the verdict. */
export type ReportWithoutVerdict = Omit<Report, 'verdict' | 'reasons' | 'notices'>

export function composeReport(worlds: readonly WorldFacts[], parts: ReportParts): ReportWithoutVerdict {
  const facts = gather(worlds, parts)
  const reports = rules.map((rule) => judgeRule(rule, facts))
  const exchanges = sum(worlds.map((world) => world.exchanges))
  return {
    version: 2,
    ruleSet: NEWEST,
    balance: takeBalance(facts.facts, parts.operations),
    judgedBy: describeJudge(worlds, parts),
    worlds: worlds.filter((world) => world.exchanges > 0).map(({ name }) => name),
    exchanges,
    dropped: facts.dropped,
    summary: exchanges === 0 ? { proven: [], clear: [], unproven: ['No call was judged.'] } : summarize(reports),
    rules: reports,
    ...listTimelines(facts.series, parts.now()),
    waited: sumUpWaits(facts.series, worlds),
    unmetScenarios: worlds.flatMap(({ name, scenarios }) => scenarios.list().map((scenario) => ({ world: name, scenario }))),
    assumptions: listAssumptions(worlds, parts),
    coverage: measureCoverage(parts.contract.operations, facts.tallies, parts.bringOut),
  }
}

function gather(worlds: readonly WorldFacts[], { operations, findKey, isWhole, unjudged, unmatched }: ReportParts): Facts {
  const facts = worlds.flatMap((world) => world.facts).sort((one, other) => one.number - other.number)
  const series = findSeries(facts)
  const runs = findRuns(series, facts)
  return {
    ...{ operations, findKey, isWhole, facts, series, runs, waits: findWaits(runs) },
    tallies: worlds.flatMap((world) => [...world.tallies.values()]),
    ids: new Map(worlds.map(({ name, ids }) => [name, ids])),
    keysOutside: isWhole ? unmatched.keys : 0,
    dropped: sum(worlds.map((world) => world.dropped)) + (isWhole ? unjudged : 0),
  }
}

function judgeRule(rule: Rule, facts: Facts): RuleReport {
  const { name, level, since, ground, asks, exercise, countsOnly = false } = rule
  const { found, isShown = false, clear = 0, why } = rule.judge(facts)
  const findings = createFindings(found, rule)
  const isBlind = facts.dropped > 0 && !countsOnly
  const verdict = findings.length > 0 ? 'failed' : isBlind ? 'not-exercised' : isShown ? 'passed' : clear > 0 ? 'clear' : 'not-exercised'
  const hint =
    verdict === 'passed' || verdict === 'failed'
      ? undefined
      : isBlind
        ? FULL
        : verdict === 'clear'
          ? nothingAgainst(clear)
          : `${why === undefined ? '' : `${why} `}${exercise}`
  return { rule: name, level, since, ground, asks, verdict, ...(hint !== undefined && { hint }), findings }
}

const FULL = 'The memory for facts was full, so not all calls could be judged. Clear the report between runs: DELETE /_sandbox/report.'

const nothingAgainst = (calls: number) => `Nothing against it in ${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'}.`

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

function summarize(reports: readonly RuleReport[]): ReportWithoutVerdict['summary'] {
  const named = reports.map((report, index) => ({ ...report, shows: rules[index]?.shows ?? report.asks }))
  const rulesWith = (wanted: RuleReport['verdict']) => named.filter(({ verdict }) => verdict === wanted)
  return {
    proven: rulesWith('passed').map(({ shows }) => `${capital(shows)}.`),
    clear: rulesWith('clear').map(({ shows, hint = '' }) => `Whether ${shows}. ${hint}`),
    unproven: rulesWith('not-exercised').map(({ shows, hint = '' }) => `Whether ${shows}. ${hint}`),
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function listAssumptions(worlds: readonly WorldFacts[], { contract }: ReportParts): ReportWithoutVerdict['assumptions'] {
  return contract.assumptions.flatMap(({ id, choice }) => {
    const exchanges = sum(worlds.map((world) => world.assumptions.get(id) ?? 0))
    return exchanges === 0 ? [] : [{ id, choice, exchanges }]
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
