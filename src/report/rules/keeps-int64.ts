// Ids are 64-bit integers. A client that reads an id as a double-precision number sends back a rounded id.

import { roundToDouble } from '../big-integers.ts'
import type { Fact } from '../fact.ts'
import type { Facts, Mistake, Rule } from './rule.ts'

export const keepsInt64: Rule = {
  name: 'keeps-int64',
  level: 'fail',
  since: '2026-11',
  ground: 'format: int64 of the contract; RFC 8259 §6',
  asks: 'Keep 64-bit integers exact.',
  shows: 'the client keeps 64-bit integers exact',
  exercise: 'Play big-ids, and send an id from the reply back.',
  judge({ facts, ids, dropped }) {
    const sent = facts.flatMap((fact) => fact.bigIntegers.map((value) => ({ fact, value })))
    const exact = sent.filter(({ fact, value }) => ids.get(fact.world)?.has(value) && roundToDouble(value) !== value)
    const suspects = sent.flatMap(({ fact, value }) => findSource(fact, value, ids) ?? [])
    const rounded =
      dropped > 0 ? [] : suspects.filter(({ fact, source }) => !exact.some((one) => one.value === source && isSameProgram(one.fact, fact)))
    const isCertain = new Set(rounded.map(({ source }) => source)).size >= 2
    return { found: rounded.map((one) => describe(one, isCertain)), isShown: rounded.length === 0 && exact.length > 0 }
  },
}

interface Rounded {
  readonly fact: Fact
  readonly value: string
  /** The id that was given out. */
  readonly source: string
}

const isSameProgram = (one: Fact, other: Fact) => one.program.product === other.program.product

/** The id that became this value by rounding: it was given out before, and the value never was. */
function findSource(fact: Fact, value: string, ids: Facts['ids']): Rounded | undefined {
  const given = ids.get(fact.world)
  if (given === undefined || given.has(value)) return undefined
  for (const [id, at] of given) if (at <= fact.arrived.monotonic && roundToDouble(id) === value) return { fact, value, source: id }
  return undefined
}

const describe = ({ fact, value, source }: Rounded, isCertain: boolean): Mistake => ({
  confidence: isCertain ? 'certain' : 'likely',
  sign: isCertain
    ? 'two different ids came back rounded, never exactly, and the rounded ones were never given out'
    : 'an id came back as its rounded double',
  dismissedBy: 'a test sends this number on purpose: nothing to do',
  expected: source,
  observed: value,
  message: `${isCertain ? 'The' : 'Looks like a rounded id: the'} sandbox sent ${source}, and ${value} came back.`,
  advice: 'Read ids as 64-bit integers, or as text: a double-precision number is exact up to 2^53 only.',
  evidence: [[fact, `${value} instead of ${source}`]],
})
