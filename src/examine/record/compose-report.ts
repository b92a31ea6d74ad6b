// Makes the report from the facts of worlds. Facts, series, runs and waits are read once here, for all rules.

import type { Evidence, Finding, JudgedBy, Report, RuleReport } from '../../../spec/report.ts'
import { count } from '../../text/numbers.ts'
import { type Facts, type Mistake, NEWEST, OLDEST, type Rule } from '../rules/rule.ts'
import { rules } from '../rules/table.ts'
import { takeBalance } from './balance.ts'
import type { Surroundings } from './contract-facts.ts'
import { measureCoverage } from './coverage.ts'
import type { JudgeParts } from './judge.ts'
import type { Sample } from './programs.ts'
import { findSeries } from './series.ts'
import { findRuns } from './signs.ts'
import { listTimelines, sumUpWaits } from './timelines.ts'
import { findWaits } from './waits.ts'
import type { WorldFacts } from './world-facts.ts'

interface ReportParts extends JudgeParts, Surroundings, Pick<Facts, 'isWhole' | 'haveEnded' | 'keysOutside'> {
  readonly sha256: string
  /** Exchanges of worlds beyond the bound. */
  readonly unjudged: number
}

/** The report before a policy adds the verdict. */
export type ReportWithoutVerdict = Omit<Report, 'verdict' | 'reasons' | 'notices'>

export function composeReport(worlds: readonly WorldFacts[], parts: ReportParts): ReportWithoutVerdict {
  const { operations, contract, reachWith, isWhole, haveEnded, keysOutside, unjudged, now } = parts
  const facts = worlds.flatMap((world) => world.facts).sort((one, other) => one.number - other.number)
  const series = findSeries(facts)
  const runs = findRuns(series, facts)
  const tallies = worlds.flatMap((world) => [...world.tallies.values()])
  const ids = new Map(worlds.map(({ name, ids }) => [name, ids]))
  const dropped = sum(worlds.map((world) => world.dropped)) + unjudged
  const all: Facts = {
    ...{ operations, facts, tallies, series, runs, waits: findWaits(runs), ids, keysOutside, dropped, isWhole, haveEnded },
  }
  return {
    version: 2,
    ruleSet: NEWEST,
    balance: takeBalance(worlds, facts, operations),
    judgedBy: describeJudge(worlds, parts),
    worlds: worlds.filter((world) => world.exchanges > 0).map(({ name }) => name),
    exchanges: sum(worlds.map((world) => world.exchanges)),
    dropped,
    rules: rules.map((rule) => judgeRule(rule, all)),
    ...listTimelines(series, haveEnded ? Number.POSITIVE_INFINITY : now()),
    waited: sumUpWaits(series, facts),
    unmetScenarios: worlds.flatMap(findUnmet),
    assumptions: contract.assumptions
      .map(({ id, choice }) => ({ id, choice, exchanges: sum(worlds.map((world) => world.assumptions.get(id) ?? 0)) }))
      .filter(({ exchanges }) => exchanges > 0),
    coverage: measureCoverage(contract.operations, tallies, reachWith),
  }
}

function judgeRule(rule: Rule, facts: Facts): RuleReport {
  const { name, level, since = OLDEST, ground, asks, exercise, countsOnly = false } = rule
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

const MAX_EVIDENCE = 20

/** The findings of a rule. Those that fail the client come first. */
function createFindings(mistakes: readonly Mistake[], rule: Rule): Finding[] {
  const groups = Map.groupBy(mistakes, ({ by, kind = '', place }) => [by.confidence, kind, place?.in, place?.place].join('\n'))
  const findings = [...groups.values()].map((group) => createFinding(group, rule))
  return findings.toSorted((one, other) => Number(one.level === 'advice') - Number(other.level === 'advice'))
}

function createFinding(group: readonly Mistake[], { level, restsOn = [], asks }: Rule): Finding {
  const [first] = group as [Mistake]
  const { by, expected, observed, message = `The client ${observed}.`, looksLike = 'a mistake', advice = asks, place } = first
  const { confidence, sign, dismissedBy } = by
  const requests = new Map<string, Evidence>()
  for (const [request, note] of group.flatMap((mistake) => mistake.evidence))
    if (requests.size < MAX_EVIDENCE && !requests.has(request.id)) requests.set(request.id, describe(request, note))
  const evidence = [...requests.values()]
  const [{ operation, case: testCase, world = 'default' } = {} as Partial<Evidence>] = evidence
  const isLikely = confidence === 'likely'
  return {
    level: level === 'fail' && restsOn.length === 0 && !isLikely ? 'fail' : 'advice',
    ...{ confidence, sign, dismissedBy, expected, observed, advice, evidence, ...place },
    message: isLikely ? `Looks like ${looksLike}: ${message.replace(/^The client/, 'the client')}` : message,
    requests: [...requests.keys()],
    count: group.reduce((sum, { count = 1 }) => sum + count, 0),
    ...(operation !== undefined && { operation }),
    ...(testCase !== undefined && { case: testCase }),
    world,
  }
}

const describe = ({ id, method, target, status, world, operation, testCase, program, arrived }: Sample, note?: string): Evidence => ({
  ...{ request: id, method, target, at: new Date(arrived.real).toISOString(), status, world },
  ...(operation !== undefined && { operation }),
  ...(testCase && { case: testCase.name }),
  ...(program.userAgent !== undefined && { program: program.userAgent }),
  ...(note !== undefined && { note }),
})

/** Scenarios that were put on the world and that no call met since. When facts were dropped, nobody knows. */
function findUnmet({ name: world, scenarios, facts, dropped }: WorldFacts): { world: string; scenario: string }[] {
  const isMet = (scenario: string, since: number) =>
    facts.some(({ arrived, appliedSteps }) => arrived.monotonic >= since && appliedSteps.some((step) => step.scenario === scenario))
  const unmet = dropped > 0 ? [] : [...scenarios].filter(([scenario, since]) => !isMet(scenario, since))
  return unmet.map(([scenario]) => ({ world, scenario }))
}

function describeJudge(worlds: readonly WorldFacts[], { version, contract, sha256, seed }: ReportParts): JudgedBy {
  const from = worlds.flatMap((world) => world.from ?? [])
  const to = worlds.flatMap((world) => world.to ?? [])
  const times = from.length > 0 && { from: new Date(Math.min(...from)).toISOString(), to: new Date(Math.max(...to)).toISOString() }
  return { sandbox: version, contract: { title: contract.title, version: contract.version, sha256 }, seed, ...times }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
