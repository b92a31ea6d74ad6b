// When the reply to a creation is lost, the client does not know whether the item exists. A second creation may create a second item,
// so the client has to look for the item first.

import { listOf } from '../contract-facts.ts'
import type { Fact } from '../fact.ts'
import { type Pair, pairsOf, type Run } from '../signs.ts'
import { showMs } from '../waits.ts'
import type { Facts, Mistake, Rule } from './rule.ts'

export const noBlindCreateRetry: Rule = {
  name: 'no-blind-create-retry',
  level: 'fail',
  since: '2026-11',
  ground: 'RFC 9110 §9.2.2: do not automatically retry a request with a non-idempotent method',
  asks: 'If the reply to a creation is lost, check whether the item exists before you send the creation again.',
  shows: 'the client does not create twice when a reply is lost',
  exercise: 'Play lost-reply with a creation, in a test with Sandbox-Case: "…";calls=1;id=….',
  judge(facts) {
    const pairs = lostCreations(facts)
    const found = pairs.filter(({ from, to }) => to.lastRead <= from.arrived.monotonic).map((one) => describe(one))
    const losses = facts.facts.filter((fact) => isLoss(fact) && creates(facts, fact))
    const isShown = found.length === 0 && losses.some((loss) => isLeftAlone(loss, facts))
    return {
      found,
      isShown,
      ...(losses.length > 0 && {
        why: 'The reply to a creation was lost, but nothing certain shows what the client did then: declare calls=1 and an id.',
      }),
    }
  },
}

export const noDuplicates: Rule = {
  name: 'no-duplicates',
  level: 'fail',
  since: '2026-11',
  ground: 'RFC 9110 §9.2.2; the balance of the world',
  asks: 'Create an item once.',
  shows: 'a lost reply makes no second item',
  exercise: 'Play lost-reply with a creation, in a test with Sandbox-Case: "…";calls=1;id=….',
  judge(facts) {
    const twins = lostCreations(facts).filter(({ from, to }) => to.carriedOut && from.body === to.body)
    const losses = facts.facts.filter((fact) => isLoss(fact) && creates(facts, fact))
    const isShown = twins.length === 0 && losses.some((loss) => isLeftAlone(loss, facts))
    return { found: twins.map(describeTwin), isShown }
  },
}

interface RunPair extends Pair {
  readonly run: Run
}

/** A creation that was carried out, but whose reply was lost or not awaited, and the next try. */
const lostCreations = (facts: Facts): RunPair[] =>
  facts.runs.flatMap((run) => pairsOf(run).flatMap(({ from, to }) => (isLoss(from) && creates(facts, from) ? [{ from, to, run }] : [])))

const isLoss = ({ failure, carriedOut }: Fact) => failure === 'fault' && carriedOut

function creates({ operations }: Facts, { operation }: Fact): boolean {
  const found = operations.get(operation ?? '')
  return found !== undefined && listOf(found, operations) !== undefined
}

/** In a declared run, the creation came once and no other creation followed, although the program was seen later. */
const isLeftAlone = (loss: Fact, { facts, runs }: Facts) =>
  loss.program.lastSeen > loss.closed.monotonic &&
  runs.some(({ tries, confidence }) => confidence === 'certain' && tries.length === 1 && tries[0] === loss) &&
  !facts.some(
    (fact) => fact !== loss && fact.testCase?.id === loss.testCase?.id && fact.operation === loss.operation && fact.number > loss.number,
  )

function describe({ from, to, run }: RunPair): Mistake {
  const after = showMs(Math.max(0, to.arrived.monotonic - from.closed.monotonic))
  const lost =
    from.endedBy === 'client'
      ? `The client gave up after ${showMs(from.closed.monotonic - from.arrived.monotonic)}`
      : 'The reply to a creation was lost'
  return {
    confidence: run.confidence,
    sign: run.sign,
    dismissedBy: run.unless,
    expected: 'a look at the list before the second creation',
    observed: `the same creation again after ${after}, and nobody had looked`,
    message:
      run.confidence === 'certain'
        ? `${lost}, and ${after} later it was sent again, without a look at the list.`
        : `Looks like a blind retry: a creation was carried out, its reply was never read to the end, and ${after} later it came again.`,
    advice: 'List first, and send the creation again only if the item is not there. Never retry a POST automatically.',
    evidence: [
      [from, from.endedBy === 'client' ? 'carried out; the client left before the reply' : 'carried out; the reply was lost'],
      [to, `again after ${after}`],
    ],
  }
}

const describeTwin = ({ from, to, run }: RunPair): Mistake => ({
  confidence: run.confidence,
  sign: run.sign,
  dismissedBy: run.unless,
  expected: 'one item',
  observed: 'two equal items, and the client was never told of the first',
  message:
    run.confidence === 'certain'
      ? 'A creation whose reply was lost was sent again, and now there are two equal items.'
      : 'Looks like a retry that made a second item.',
  advice: 'Look for the item by its fields before you create it again, and take the one that is there.',
  evidence: [
    [from, 'created, untold'],
    [to, 'created again'],
  ],
})
