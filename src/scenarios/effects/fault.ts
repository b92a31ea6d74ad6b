// Breaks the connection or the body in place of a whole reply; wire-faults.ts plays each kind on the wire. Without
// `commit: before` the operation is not carried out, and the contract's example stands for its reply.

import { hasNoBody } from '../../reply.ts'
import type { Effect } from '../effect.ts'
import { exampleReply } from './respond.ts'

interface FaultSettings {
  readonly fault: string
  /** Seconds between two bytes of trickle. */
  readonly gap?: number
  /** The fraction of the body after which truncated and stall end it. */
  readonly at?: number
  /** Whether the operation is carried out first; never, if not said. */
  readonly commit?: 'before' | 'never'
}

/** The faults that break the request, and not the reply. */
const EARLY = new Set(['half-request'])
const CUTTING = ['truncated', 'stall']

export const fault: Effect<FaultSettings> = {
  fields: ['fault', 'gap', 'at', 'commit'],
  check({ fault, gap, at, commit }) {
    if (gap !== undefined && fault !== 'trickle') return 'gap belongs to fault: trickle'
    if (at !== undefined && !CUTTING.includes(fault)) return `at belongs to fault: ${CUTTING.join(' or ')}`
    if (commit === 'before' && EARLY.has(fault)) return `commit: before does not go with ${fault}: the request's body has not arrived`
    return undefined
  },
  isEarly: ({ fault }) => EARLY.has(fault),
  prepare({ fault, gap = 0.05, at = 0.5 }, scene) {
    scene.fault = { kind: fault, gap, at }
  },
  answer({ commit }, scene) {
    if (commit === 'before' || scene.operation === undefined) return undefined
    const success = [...scene.operation.responses.keys()].find((status) => status.startsWith('2')) ?? '200'
    const status = Number(success.replace('XX', '00'))
    return exampleReply(scene, status) ?? (hasNoBody(status) ? { status } : { status, body: {} })
  },
}
