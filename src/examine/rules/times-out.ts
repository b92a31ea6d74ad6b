// A client has to end a call that hangs, because the reply may never come.

import { showMs } from '../../ground/words.ts'
import { evidenceOf, type Fact } from '../record/fact.ts'
import type { Rule } from './rule.ts'

const MAX_MS = 60_000
/** A client that leaves sooner did not wait for the reply. */
const MIN_MS = 100

export const timesOut: Rule = {
  name: 'times-out',
  ground: 'RFC 9110 §9.2.2 leaves the time-out to the client',
  asks: 'Set a time-out for connecting, for the first byte and for the whole reply.',
  looksLike: 'a missing time-out',
  unless: 'the client waits on purpose, as in a long poll',
  proof: 'inject --faults slow --slow 90 --timeout 70',
  watch({ facts, worlds }) {
    const hanging = facts.filter(({ fault }) => fault === 'hang' || fault === 'stall')
    const found = hanging
      .filter((fact) => took(fact) > MAX_MS)
      .map((fact) => ({
        expected: 'a time-out of 60 s at most',
        observed: `the connection was closed after ${showMs(took(fact))}, and the whole reply never came`,
        evidence: [evidenceOf(fact, showMs(took(fact)))],
      }))
    // The end of a program closes its connections too. So only a later call shows that the client has given up.
    const left = facts.filter((fact) => fact.hasLeft && fact.appliedSteps.length > 0 && took(fact) >= MIN_MS)
    const isShown = left.some(({ world, closed }) => (worlds.get(world)?.lastSeen ?? 0) > closed.monotonic)
    return { found, isShown, clear: hanging.length }
  },
}

const took = ({ arrived, closed }: Fact) => closed.monotonic - arrived.monotonic
