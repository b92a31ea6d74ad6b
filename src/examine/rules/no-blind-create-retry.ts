// When the reply to a creation is lost, the client does not know whether the item exists. A second creation may create a second item,
// so the client has to look for the item first.

import { showMs } from '../../text/numbers.ts'
import type { Fact } from '../record/fact.ts'
import { ofAnyWait, pairsOf, type Run } from '../record/signs.ts'
import type { Facts, Mistake, Rule, Verdict } from './rule.ts'
import { shownByEnd } from './shown-by.ts'

const EXERCISE = 'Play lost-reply with a creation, in a test with Sandbox-Case: "…";calls=1;id=….'

export const noBlindCreateRetry: Rule = {
  name: 'no-blind-create-retry',
  level: 'fail',
  ground: 'RFC 9110 §9.2.2: do not automatically retry a request with a non-idempotent method',
  asks: 'If the reply to a creation is lost, check whether the item exists before you send the creation again.',
  exercise: EXERCISE,
  judge: (facts) => judgeLosses(facts, ({ from, to }) => to.lastRead <= from.arrived.monotonic, describeRetry),
}

export const noDuplicates: Rule = {
  name: 'no-duplicates',
  level: 'fail',
  ground: 'RFC 9110 §9.2.2; the balance of the world',
  asks: 'Create an item once.',
  exercise: EXERCISE,
  judge: (facts) => judgeLosses(facts, ({ from, to }) => to.carriedOut && from.body === to.body, describeTwin),
}

/** A lost creation, and the next try. */
interface Retry {
  readonly run: Run
  readonly from: Fact
  readonly to: Fact
}

function judgeLosses(facts: Facts, isWrong: (retry: Retry) => boolean, describe: (retry: Retry) => Mistake): Verdict {
  const losses = facts.runs.filter(({ tries }) => tries.some((fact) => isLostCreation(fact, facts)))
  const retries = losses.flatMap((run) => pairsOf(run).flatMap((pair) => (isLostCreation(pair.from, facts) ? [{ ...pair, run }] : [])))
  return {
    found: retries.filter(isWrong).map(describe),
    ...shownByEnd(losses, facts.haveEnded, (run) => isLeftAlone(run, facts), 'After each lost reply, the same test sent another creation.'),
  }
}

/** A creation that was carried out, but whose reply was lost or not awaited. */
const isLostCreation = ({ failure, carriedOut, operation }: Fact, { operations }: Facts) =>
  failure === 'fault' && carriedOut && operations.get(operation)?.list !== undefined

/** In a declared run, the creation came once and no other creation followed. */
function isLeftAlone(run: Run, { facts }: Facts): boolean {
  const [loss, ...more] = run.tries as readonly [Fact, ...Fact[]]
  if (more.length > 0) return false
  return !facts.some(
    ({ testCase, operation, number }) => testCase?.id === loss.testCase?.id && operation === loss.operation && number > loss.number,
  )
}

function describeRetry({ from, to, run }: Retry): Mistake {
  const after = showMs(Math.max(0, to.arrived.monotonic - from.closed.monotonic))
  const gaveUp = from.endedBy === 'client'
  const took = showMs(from.closed.monotonic - from.arrived.monotonic)
  const lost = gaveUp ? `gave up a creation after ${took}` : 'lost the reply to a creation'
  return {
    by: ofAnyWait(run),
    expected: 'a look at the list before the second creation',
    observed: `${lost}, and sent it again ${after} later without a look at the list`,
    looksLike: 'a blind retry',
    advice: 'List first, and send the creation again only if the item is not there. Never retry a POST automatically.',
    evidence: [
      [from, gaveUp ? 'carried out; the client left before the reply' : 'carried out; the reply was lost'],
      [to, `again after ${after}`],
    ],
  }
}

const describeTwin = ({ from, to, run }: Retry): Mistake => ({
  by: ofAnyWait(run),
  expected: 'one item',
  observed: 'created two equal items, and was never told of the first',
  looksLike: 'a retry that made a second item',
  advice: 'Look for the item by its fields before you create it again, and take the one that is there.',
  evidence: [
    [from, 'created, untold'],
    [to, 'created again'],
  ],
})
