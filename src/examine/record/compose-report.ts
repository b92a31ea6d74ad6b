// Makes the report from the facts of worlds, and reads facts and series once for all rules. Its verdict is the one without a policy.

import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Balance, Coverage, OperationCoverage, Report, ResponseCoverage, Unmatched } from '../../ground/generated/report.ts'
import { applyPolicy } from '../policy.ts'
import { judgeRules } from '../rules/judge-rules.ts'
import { type Fact, sumCalls, type Tally } from './fact.ts'
import { describeSeries, findSeries } from './series.ts'
import { findCreated, type Surroundings, type WorldFacts } from './world-facts.ts'

export interface JudgeParts extends Pick<Surroundings, 'findKey'> {
  readonly contract: Pick<Contract, 'operations' | 'assumptions' | 'basePath' | 'document' | 'title' | 'version'>
  /** Names a call, a header or a scenario that causes a response. */
  readonly reachWith: (operation: Operation, status: string) => string
  readonly version: string
  readonly seed: number
}

interface ReportParts extends JudgeParts, Surroundings {
  readonly sha256: string
  /** Undefined for all worlds. */
  readonly world: string | undefined
  readonly unjudged: number
  readonly unmatched: Unmatched | undefined
}

export function composeReport(worlds: readonly WorldFacts[], parts: ReportParts): Report {
  const { operations, contract, reachWith, version, seed, sha256, world, unjudged, unmatched } = parts
  const facts = worlds.flatMap((world) => world.facts).sort((one, other) => one.number - other.number)
  const series = findSeries(facts)
  const tallies = worlds.flatMap(({ tallies }) => tallies)
  const byName = new Map(worlds.map((one) => [one.name, one]))
  const dropped = sum(worlds, (one) => one.dropped) + unjudged
  const run: Report['facts'] = {
    exchanges: sumCalls(tallies),
    dropped,
    worlds: worlds.filter((one) => one.tallies.length > 0).map(({ name }) => name),
    ...(world !== undefined && { world }),
    ...(unmatched && { unmatched }),
    calls: series.map(describeSeries),
    assumptions: contract.assumptions
      .map(({ id, choice }) => ({ id, choice, exchanges: sum(worlds, ({ assumptions }) => assumptions.get(id) ?? 0) }))
      .filter(({ exchanges }) => exchanges > 0),
  }
  return applyPolicy({
    version: 3,
    judgedBy: { sandbox: version, contract: { title: contract.title, version: contract.version, sha256 }, seed },
    facts: run,
    ...judgeRules({ operations, facts, tallies, series, worlds: byName, dropped, isWhole: world === undefined }),
    runs: [],
    lies: [],
    coverage: measureCoverage(contract.operations, tallies, reachWith),
    balance: takeBalance(worlds, operations),
  })
}

const sum = (worlds: readonly WorldFacts[], of: (world: WorldFacts) => number) => worlds.reduce((total, world) => total + of(world), 0)

function measureCoverage(operations: readonly Operation[], tallies: readonly Tally[], reachWith: JudgeParts['reachWith']): Coverage {
  const covered = operations.map((operation) => coverOperation(operation, tallies, reachWith))
  const counting = covered.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  const reached = counting.filter(({ met }) => met > 0).length
  const percent = counting.length === 0 ? 100 : Math.round((reached / counting.length) * 1000) / 10
  return { percent, operations: covered }
}

function coverOperation(operation: Operation, tallies: readonly Tally[], reachWith: JudgeParts['reachWith']): OperationCoverage {
  const deprecated = operation.deprecation !== undefined
  const own = tallies.filter((tally) => tally.operation === operation.id)
  // The response `default` stands for all others, so nobody has to meet it.
  const documented = [...operation.responses].filter(([status]) => status !== 'default')
  const responses = documented.map(([status, response]): ResponseCoverage => {
    const alike = own.filter((tally) => operation.respondsWith(tally.status) === response)
    const met = sumCalls(alike)
    const optional = deprecated || response.isAssumed
    return { status, met, optional, ...(met === 0 && { reachWith: reachWith(operation, status) }) }
  })
  return { operationId: operation.id, deprecated, responses }
}

/** How many created items the clients were told of, and how many not. */
const takeBalance = (worlds: readonly WorldFacts[], operations: Surroundings['operations']): Balance[] =>
  worlds
    .flatMap((world) => [...operations.keys()].flatMap((id) => countItems(world, id, findCreated(id, operations))))
    .filter(({ told, untold }) => told + untold > 0)

function countItems({ name: world, facts, tallies }: WorldFacts, operation: string | undefined, items?: string): Balance | [] {
  if (items === undefined) return []
  const counted = tallies.filter((tally) => tally.operation === operation)
  const created = facts.filter((fact) => fact.operation === operation && fact.carriedOut)
  const twins = [...Map.groupBy(created, nameItem).values()].flatMap((equal) => {
    const lost = equal.filter(({ failure }) => failure !== undefined)
    const first = Math.min(...lost.map(({ number }) => number))
    return equal.filter(({ number }) => number > first)
  })
  return {
    items,
    world,
    told: sumCalls(counted, ({ done }) => done === 'told'),
    untold: sumCalls(counted, ({ done }) => done === 'untold'),
    duplicates: twins.length,
  }
}

/** A reset ends the session, and removes the item that the client does not know. An equal item of another test is no duplicate. */
const nameItem = ({ session, path, body, testCase }: Fact) => [session, path, body, testCase?.name].join('\n')
