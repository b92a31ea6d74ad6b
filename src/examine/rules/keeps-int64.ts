// Ids are 64-bit integers. A client that reads an id as a double-precision number sends back a rounded id.

import { roundToDouble } from '../../json/big-integers.ts'
import { certain, likely, type Rule } from './rule.ts'

const UNLESS = 'a test sends this number on purpose: nothing to do'

export const keepsInt64: Rule = {
  name: 'keeps-int64',
  level: 'fail',
  ground: 'format: int64 of the contract; RFC 8259 §6',
  asks: 'Read ids as 64-bit integers, or as text: a double-precision number is exact up to 2^53 only.',
  exercise: 'Play big-ids, and send an id from the reply back.',
  judge({ facts, ids, dropped }) {
    const sent = facts.flatMap((fact) => fact.bigIntegers.map((value) => ({ fact, value })))
    const exact = sent.filter(({ fact, value }) => ids.get(fact.world)?.has(value) && roundToDouble(value) !== value)
    // The ids that become this value by rounding. Only an id that was given out before, and whose rounded form never was, counts.
    const sources = new Map([...ids].map(([world, given]) => [world, Map.groupBy(given.keys(), roundToDouble)]))
    const suspects = sent.flatMap(({ fact, value }) => {
      const given = ids.get(fact.world)
      const rounded = sources.get(fact.world)?.get(value)
      const source = rounded?.find((id) => (given?.get(id) ?? 0) <= fact.arrived.monotonic)
      return source === undefined || given?.has(value) ? [] : [{ fact, value, source }]
    })
    const isCleared = ({ fact, source }: (typeof suspects)[number]) =>
      exact.some((one) => one.value === source && one.fact.program.product === fact.program.product)
    const rounded = dropped > 0 ? [] : suspects.filter((one) => !isCleared(one))
    const isCertain = new Set(rounded.map(({ source }) => source)).size >= 2
    const found = rounded.map(({ fact, value, source }) => ({
      by: isCertain
        ? certain('two different ids came back rounded, never exactly, and the rounded ones were never given out', UNLESS)
        : likely('an id came back as its rounded double', UNLESS),
      expected: source,
      observed: `sent ${value} back instead of ${source}`,
      looksLike: 'a rounded id',
      evidence: [[fact, `${value} instead of ${source}`] as const],
    }))
    return { found, isShown: exact.length > 0 }
  },
}
