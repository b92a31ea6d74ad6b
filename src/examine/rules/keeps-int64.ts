// Ids are 64-bit integers. A client that reads an id as a double-precision number sends back a rounded id.

import { roundToDouble } from '../../contract/json/big-integers.ts'
import { evidenceOf } from '../record/fact.ts'
import type { Rule } from './rule.ts'

export const keepsInt64: Rule = {
  name: 'keeps-int64',
  ground: 'format: int64 of the contract; RFC 8259 §6',
  asks: 'Read ids as 64-bit integers, or as text: a double-precision number is exact up to 2^53 only.',
  looksLike: 'a rounded id',
  proof: 'exec --assume ids=big',
  watch({ facts, worlds, dropped }) {
    const sent = facts.flatMap((fact) => fact.bigIntegers.map((value) => ({ fact, value })))
    const exact = sent.filter(({ fact, value }) => worlds.get(fact.world)?.ids.has(value) && roundToDouble(value) !== value)
    const cameBack = new Set(exact.map(({ fact, value }) => `${fact.world} ${value}`))
    // The ids that become this value by rounding. Only an id that was given out before, and whose rounded form never was, counts.
    const sources = new Map([...worlds].map(([world, { ids }]) => [world, Map.groupBy(ids.keys(), roundToDouble)]))
    const suspects = sent.flatMap(({ fact, value }) => {
      const given = worlds.get(fact.world)?.ids
      const rounded = sources.get(fact.world)?.get(value)
      const source = rounded?.find((id) => (given?.get(id) ?? 0) <= fact.arrived.monotonic)
      return source === undefined || given?.has(value) ? [] : [{ fact, value, source }]
    })
    const rounded = dropped > 0 ? [] : suspects.filter(({ fact, source }) => !cameBack.has(`${fact.world} ${source}`))
    const isFact = new Set(rounded.map(({ source }) => source)).size > 1
    const found = rounded.map(({ fact, value, source }) => ({
      isFact,
      expected: `${source}, as the sandbox gave it out`,
      observed: `${value} came back${isFact ? ', and other ids came back rounded too' : ''}`,
      evidence: [evidenceOf(fact, `${value} instead of ${source}`)],
    }))
    return { found, isShown: exact.length > 0 }
  },
}
