// A client has to end a call that hangs, because the reply may never come.

import { showMs } from '../../text/numbers.ts'
import type { Fact } from '../record/fact.ts'
import { certain, type Rule } from './rule.ts'

const MAX_MS = 60_000

export const timesOut: Rule = {
  name: 'times-out',
  level: 'advice',
  ground: 'RFC 9110 §9.2.2 leaves the time-out to the client',
  asks: 'Set a time-out for connecting, for the first byte and for the whole reply.',
  exercise: 'Play hang or stall.',
  judge({ facts }) {
    const took = ({ arrived, closed }: Fact) => closed.monotonic - arrived.monotonic
    const hanging = facts.filter(({ fault }) => fault === 'hang' || fault === 'stall')
    const long = hanging.filter((fact) => took(fact) > MAX_MS)
    const found = long.map((fact) => ({
      by: certain('a scenario held the reply back', 'a long poll is meant: nothing to do'),
      expected: 'an end after 60 s at most',
      observed: `waited ${showMs(took(fact))} for a reply that never came`,
      evidence: [[fact, showMs(took(fact))] as const],
    }))
    return { found, isShown: hanging.length > 0 }
  },
}
