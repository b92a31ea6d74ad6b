// Finds requests that break the contract. A test may send a wrong request on purpose. So the client fails only if all its requests of
// an operation, at least three different ones, break the same place in the same way.

import { isAssumedPlace, NONE } from '../contract-facts.ts'
import type { Fact } from '../fact.ts'
import type { Facts, Mistake, Rule } from './rule.ts'

const ENOUGH = 3

export const validRequests: Rule = {
  name: 'valid-requests',
  level: 'fail',
  since: '2026-11',
  ground: 'parameters and request bodies of the contract',
  asks: 'Send requests that keep the contract.',
  shows: 'requests keep the contract',
  exercise: 'Call an operation of the contract.',
  judge(facts) {
    const broken = facts.facts.filter(({ violations, isExpected }) => violations.length > 0 && !isExpected)
    const places = Map.groupBy(
      broken.flatMap((fact) => fact.violations.map((violation) => ({ fact, violation }))),
      ({ fact, violation }) => `${fact.operation}\n${violation.in}\n${violation.place}`,
    )
    const found = [...places.values()].map((group): Mistake => {
      const [{ fact, violation }] = group as [(typeof group)[number]]
      const all = unannouncedCalls(facts, fact)
      const own = distinct(group.filter((one) => one.fact.program.product === fact.program.product))
      const isAlways = isSame(own) && own.length === all && new Set(own.map((one) => one.fact.target + one.fact.body)).size >= ENOUGH
      const isAssumed = isAssumedPlace(facts.operations.get(fact.operation ?? '') ?? NONE, violation.in, violation.place)
      const count = new Set(group.map((one) => one.fact)).size
      return {
        confidence: isAlways && !isAssumed ? 'certain' : 'likely',
        sign: isAlways ? `all ${all} unannounced requests of ${fact.operation} break the same place in the same way` : 'the contract',
        dismissedBy: 'tests send these requests on purpose: announce them with Sandbox-Case: "the name of the test";expect=400',
        expected: 'a request that keeps the contract',
        observed: violation.message,
        message: isAlways
          ? `${violation.message}, in all ${all} requests.`
          : `Looks like a mistake in ${count} of ${all} requests: ${violation.message}.`,
        advice:
          'Correct the request at this place. If a test makes this mistake on purpose, send Sandbox-Case: "the name of the test";expect=400.',
        evidence: group.map((one) => [one.fact, one.violation.message]),
        count,
        place: { in: violation.in, place: violation.place },
        kind: fact.operation ?? '',
      }
    })
    const calls = facts.tallies.reduce((sum, { operation, calls, announced }) => sum + (operation === undefined ? 0 : calls - announced), 0)
    return { found, clear: calls }
  },
}

const unannouncedCalls = ({ tallies }: Facts, { operation, program }: Fact) =>
  tallies.reduce(
    (sum, tally) => sum + (tally.operation === operation && tally.program.product === program.product ? tally.calls - tally.announced : 0),
    0,
  )

/** The first violation of each request. */
const distinct = <One extends { readonly fact: Fact }>(group: readonly One[]): One[] => [
  ...new Map(group.map((one) => [one.fact, one])).values(),
]

/** True when the messages differ only in the values that the client sent: then keyword and JSON type are the same. */
const isSame = (group: readonly { readonly violation: { readonly message: string } }[]) =>
  new Set(group.map(({ violation }) => violation.message.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/-?\d+(?:\.\d+)?/g, '0')))
    .size === 1
