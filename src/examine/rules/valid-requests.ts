// Finds requests that break the contract. A test may send one on purpose, so only all calls of an operation in the whole run are a fact.

import { joinSentences } from '../../ground/words.ts'
import { evidenceOf, type Fact, sumCalls } from '../record/fact.ts'
import { announce, type Facts, type Mistake, type Rule } from './rule.ts'

const ENOUGH = 3

export const validRequests: Rule = {
  name: 'valid-requests',
  ground: 'parameters and request bodies of the contract',
  asks: 'Send requests that keep the contract.',
  looksLike: 'a mistake in a request',
  watch(all) {
    const unannounced = all.facts.filter(({ isExpected }) => !isExpected)
    const broken = unannounced.flatMap((fact) => fact.violations.map((violation) => ({ fact, ...violation })))
    const places = Map.groupBy(broken, ({ fact, in: where, place }) => `${fact.operation}\n${where}\n${place}`)
    return {
      found: [...places.values()].map((group) => describe(group, all)),
      clear: sumCalls(all.tallies, ({ operation, isExpected }) => operation !== undefined && !isExpected),
    }
  },
}

type Broken = Fact['violations'][number] & { readonly fact: Fact }

function describe(group: readonly Broken[], { operations, tallies, isWhole }: Facts): Mistake {
  const [{ fact, in: where, place, message }] = group as readonly [Broken]
  const refused = group.find((one) => one.fact.failure === 'refused')?.fact.status
  const all = sumCalls(tallies, ({ operation }) => operation === fact.operation)
  const requests = new Set(group.map((one) => one.fact))
  const isVaried = new Set([...requests].map(({ target, body }) => target + body)).size >= ENOUGH
  // The parameter itself is in the contract only by an assumption.
  const { parameters = [] } = operations.get(fact.operation) ?? {}
  const isAssumed = parameters.some((one) => one.in === where && one.name === place && one.assumed.length > 0)
  const isOne = isSame(group)
  const isFact = isWhole && !isAssumed && isVaried && requests.size === all && isOne && !triesBound(group)
  const said = isOne ? message : joinSentences([...new Set(group.map((one) => one.message))])
  return {
    isFact,
    expected: 'a request that keeps the contract',
    observed: isFact ? `${said}; all ${all} calls of ${fact.operation} have this mistake` : said,
    fix: refused === undefined ? 'Correct the request.' : `Correct the request. ${announce(refused)}`,
    evidence: group.map((one) => evidenceOf(one.fact, one.message)),
    count: requests.size,
    place: `${where} ${place}`.trim(),
    kind: fact.operation ?? '',
  }
}

/** A client mostly sends one number that is out of bounds. Several may be the tests of a bound. */
const triesBound = (group: readonly Broken[]) => {
  const said = new Set(group.map(({ message }) => message))
  return said.size > 1 && [...said].every((message) => /, got -?[\d.]+$/.test(message))
}

/** True when the messages differ only in the values that the client sent: then keyword and JSON type are the same. */
const isSame = (group: readonly Broken[]) =>
  new Set(group.map(({ message }) => message.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/-?\d+(?:\.\d+)?/g, '0'))).size === 1
