// Finds requests that break the contract. A test may send a wrong request on purpose. So the client fails only if all its requests of
// an operation, at least three different ones, break the same place in the same way.

import type { Fact } from '../record/fact.ts'
import { certain, type Facts, likely, type Mistake, type Rule, sumOf } from './rule.ts'

const ENOUGH = 3
const HINT = 'Sandbox-Case: "the name of the test";expect=400'
const UNLESS = `tests send these requests on purpose: announce them with ${HINT}`

/** One violation of one request. */
interface Broken {
  readonly fact: Fact
  readonly violation: Fact['violations'][number]
}

export const validRequests: Rule = {
  name: 'valid-requests',
  level: 'fail',
  ground: 'parameters and request bodies of the contract',
  asks: 'Send requests that keep the contract.',
  exercise: 'Call an operation of the contract.',
  judge(facts) {
    const unannounced = facts.facts.filter(({ isExpected }) => !isExpected)
    const broken = unannounced.flatMap((fact) => fact.violations.map((violation): Broken => ({ fact, violation })))
    const places = Map.groupBy(broken, ({ fact, violation }) => `${fact.operation}\n${violation.in}\n${violation.place}`)
    return {
      found: [...places.values()].map((group) => describe(group, facts)),
      clear: sumOf(facts.tallies, ({ operation, calls, announced }) => (operation === undefined ? 0 : calls - announced)),
    }
  },
}

/** All violations of one place. */
function describe(group: readonly Broken[], { operations, tallies }: Facts): Mistake {
  const [{ fact, violation }] = group as readonly [Broken]
  const { product } = fact.program
  const { in: where, place, message } = violation
  const own = tallies.filter(({ operation, program }) => operation === fact.operation && program.product === product)
  const all = sumOf(own, ({ calls, announced }) => calls - announced)
  const same = group.filter((one) => one.fact.program.product === product)
  const requests = new Set(same.map((one) => one.fact))
  const isVaried = new Set([...requests].map(({ target, body }) => target + body)).size >= ENOUGH
  // The parameter itself is in the contract only by an assumption.
  const { parameters = [] } = operations.get(fact.operation) ?? {}
  const isAssumed = parameters.some((one) => one.in === where && one.name === place && one.assumed.length > 0)
  const isAlways = !isAssumed && isVaried && requests.size === all && isSame(same)
  const count = new Set(group.map((one) => one.fact)).size
  return {
    by: isAlways
      ? certain(`all ${all} unannounced requests of ${fact.operation} break the same place in the same way`, UNLESS)
      : likely('the contract', UNLESS),
    expected: 'a request that keeps the contract',
    observed: message,
    message: isAlways ? `${message}, in all ${all} requests.` : `${message}.`,
    looksLike: `a mistake in ${count} of ${all} requests`,
    advice: `Correct the request at this place. If a test makes this mistake on purpose, send ${HINT}.`,
    evidence: group.map((one) => [one.fact, one.violation.message]),
    count,
    place: { in: where, place },
    kind: fact.operation ?? '',
  }
}

/** True when the messages differ only in the values that the client sent: then keyword and JSON type are the same. */
const isSame = (group: readonly Broken[]) =>
  new Set(group.map(({ violation }) => violation.message.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/-?\d+(?:\.\d+)?/g, '0')))
    .size === 1
