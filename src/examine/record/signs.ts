// Finds the tries of one call, and the sign for them. Two signs are certain: a test that declares its calls, and a retry counter under a
// known name. Everything else is likely at most: a repeated name, header or body does not show that two calls are tries of one call.

import { elapsed } from '../../exchange/moment.ts'
import { certain, likely, type Sign } from '../rules/rule.ts'
import { type Fact, isPassing } from './fact.ts'
import { nameCaller, overlaps, type Series, splitBetween } from './series.ts'

/** Tries of one call, in order. The last one may be a success. The sign tells how the sandbox knows that they are tries. */
export interface Run extends Sign {
  readonly tries: readonly Fact[]
}

/** In a series with parallel calls, a call that comes later than this on another connection is not a retry. In milliseconds. */
const POOL_MS = 250
/** A counter with shorter gaps than this counts something else. In milliseconds. */
const FAST_MS = 50

/** The runs of all series. `facts` are all facts, because a declared test whose success is repeated declares something untrue. */
export function findRuns(series: readonly Series[], facts: readonly Fact[]): Run[] {
  const broken = findBrokenCases(facts)
  const tried = series.flatMap((one) =>
    one.calls.some(({ mark }) => mark.counter !== undefined)
      ? splitByCounter(one)
      : splitJudged(one).map((tries) => ({ tries, ...signOf(tries[0] as Fact, broken) })),
  )
  return [...tried, ...findVaried(facts)]
}

/** Splits where two calls cannot be tries of one call: they overlap, or they came over a pool of connections. */
const splitJudged = ({ calls, hasOverlap }: Series) =>
  splitBetween(calls, (before, fact) => overlaps(before, fact) || (hasOverlap && isOfPool(before, fact)))

const isOfPool = (before: Fact, fact: Fact) =>
  fact.connection !== before.connection && fact.arrived.monotonic - before.closed.monotonic < POOL_MS

function signOf(first: Fact, broken: ReadonlySet<string>): Sign {
  const { testCase, mark } = first
  const isDeclared = testCase?.calls === 1
  if (isDeclared && testCase.id !== undefined && !broken.has(caseOf(first))) {
    const sign = `calls=1;id=${testCase.id}: this run makes the call once`
    return certain(sign, MOCKED)
  }
  const equal = mark.isIdempotent ? 'equal calls with an Idempotency-Key' : 'equal calls after a failure, nothing more'
  const repeated = testCase?.id === undefined ? 'calls=1, without an id' : 'calls=1, but the run repeated a call that had succeeded'
  return likely(isDeclared ? repeated : equal, 'these are several tests, or a person who tries again: nothing to do')
}

const MOCKED = 'sleep is mocked: leave out calls=1'

/** The sign of a mistake that has nothing to do with the length of a wait: a mocked sleep is no excuse for it. */
export const ofAnyWait = ({ confidence, sign, dismissedBy }: Sign): Sign => ({
  ...{ confidence, sign },
  dismissedBy: dismissedBy === MOCKED ? 'the test itself sends the call again: leave out calls=1' : dismissedBy,
})

const caseOf = ({ testCase }: Fact) => `${testCase?.name}\n${testCase?.id}`

/** Runs of tests that made an equal call again after it had succeeded. So they do not make each call once. */
function findBrokenCases(facts: readonly Fact[]): Set<string> {
  const seen = new Set<string>()
  const broken = new Set<string>()
  for (const fact of facts) {
    if (fact.testCase?.calls !== 1 || fact.failure !== undefined) continue
    const call = `${caseOf(fact)}\n${fact.method} ${fact.target} ${fact.body} ${fact.key}`
    if (seen.has(call)) broken.add(caseOf(fact))
    seen.add(call)
  }
  return broken
}

/**
 * Chains of tries whose counter rises by one. When several tries could be the previous one, the earliest is taken. Then the wait is
 * the longest, so two parallel calls are never mistaken for a retry without a wait.
 */
function splitByCounter({ calls }: Series): Run[] {
  const chains: Fact[][] = []
  for (const fact of calls) {
    const chain = chains.find((one) => follows(one.at(-1) as Fact, fact, one.length))
    if (chain) chain.push(fact)
    else chains.push([fact])
  }
  return chains.map((tries) => {
    const { count, start } = (tries[0] as Fact).mark
    const isFast = tries.length > 1 && tries.every((fact, index) => index === 0 || gapBetween(tries[index - 1] as Fact, fact) < FAST_MS)
    const unless = `${isFast ? 'sleep is mocked, or ' : ''}the header counts something else${isFast ? '' : ' than tries'}`
    const startsRight = count === undefined || count === start || count === 1
    return { tries, ...(isFast || !startsRight ? likely : certain)(`${tries.at(-1)?.mark.counter} counts up`, unless) }
  })
}

function follows(before: Fact, fact: Fact, length: number): boolean {
  const { count, counter } = fact.mark
  if (count === undefined || before.failure === undefined || overlaps(before, fact)) return false
  if (before.mark.counter === undefined) return length === 1 && count === 1
  return before.mark.counter === counter && before.mark.count === count - 1
}

/** Finds likely changed retries: in a declared run, a call that follows a failed call of the same operation, and differs in body, query or key. */
function findVaried(facts: readonly Fact[]): Run[] {
  const declared = facts.filter(({ testCase }) => testCase?.calls === 1 && testCase.id !== undefined)
  const groups = Map.groupBy(declared, (fact) => `${nameCaller(fact)}\n${fact.method} ${fact.path}`)
  return [...groups.values()]
    .flatMap((tries) => pairsOf({ tries }))
    .flatMap(({ from, to }): Run[] => {
      if (!isPassing(from) || overlaps(from, to)) return []
      if (to.query === from.query && to.body === from.body && to.key === from.key) return []
      const sign = 'in one declared run, the same operation after a failure, with another body, query or key'
      return [{ tries: [from, to], ...likely(sign, 'the test makes both calls itself: nothing to do') }]
    })
}

/** Each try with the next try. */
export const pairsOf = ({ tries }: Pick<Run, 'tries'>) => tries.slice(1).map((to, index) => ({ from: tries[index] as Fact, to }))

/** Milliseconds from the end of a try to the next one. */
export const gapBetween = (from: Fact, to: Fact) => Math.max(0, elapsed(from.closed, to.arrived))

/** The test announced an error of the run with `expect`. */
export const isAnnounced = ({ tries }: Run) => tries.some(({ isExpected }) => isExpected)

/**
 * True when the client gave up: the last try failed, and the program was seen after the wait that it asked for, or has ended. Before,
 * the client may still be waiting.
 */
export function hasEnded({ tries }: Run, haveEnded: boolean): boolean {
  const { failure, program, closed, asked } = tries.at(-1) as Fact
  return failure !== undefined && (haveEnded || program.lastSeen > closed.monotonic + (asked?.seconds ?? 0) * 1000)
}
