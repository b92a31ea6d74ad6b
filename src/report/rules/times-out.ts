// A client has to end a call that hangs, because the reply may never come.

import { faultFor } from '../../faults/table.ts'
import { showMs } from '../waits.ts'
import type { Mistake, Rule } from './rule.ts'

const MAX_MS = 60_000

export const timesOut: Rule = {
  name: 'times-out',
  level: 'advice',
  since: '2026-11',
  ground: 'RFC 9110 §9.2.2 leaves the time-out to the client',
  asks: 'End a call that hangs.',
  shows: 'the client ends a call that hangs',
  exercise: 'Play hang or stall.',
  judge({ facts }) {
    const hanging = facts.filter(
      ({ fault }) => fault !== undefined && faultFor(fault).isLoss && faultFor(fault).endedBy === 'client' && HANGS.has(fault),
    )
    const took = ({ arrived, closed }: (typeof hanging)[number]) => closed.monotonic - arrived.monotonic
    const found = hanging
      .filter((fact) => took(fact) > MAX_MS)
      .map(
        (fact): Mistake => ({
          confidence: 'certain',
          sign: 'a scenario held the reply back',
          dismissedBy: 'a long poll is meant: nothing to do',
          expected: 'an end after 60 s at most',
          observed: `waited ${showMs(took(fact))}`,
          message: `The client waited ${showMs(took(fact))} for a reply that never came.`,
          advice: 'Set a time-out for connecting, for the first byte and for the whole reply.',
          evidence: [[fact, showMs(took(fact))]],
        }),
      )
    return { found, isShown: found.length === 0 && hanging.length > 0 }
  },
}

const HANGS = new Set(['hang', 'stall'])
