// Breaks the connection or the body in place of a whole reply; wire-faults.ts plays each kind on the wire. Without
// `commit: before` the operation is not carried out, and the contract's example stands for its reply.

import { type FaultName, faultKinds, faultsThatTake } from '../../record/fault-kinds.ts'
import { hasNoBody } from '../../replies/reply.ts'
import type { Effect } from '../effect.ts'
import { exampleReply } from './respond.ts'

interface FaultSettings {
  readonly fault: FaultName
  /** Seconds between two bytes of trickle. */
  readonly gap?: number
  /** The fraction of the body after which truncated and stall end it. */
  readonly at?: number
  /** Whether the operation is carried out first; never, if not said. */
  readonly commit?: 'before' | 'never'
}

export const fault: Effect<FaultSettings> = {
  fields: ['fault', 'gap', 'at', 'commit'],
  check({ fault, gap, at, commit }) {
    const { takes } = faultKinds[fault]
    if (gap !== undefined && takes !== 'gap') return `gap belongs to fault: ${faultsThatTake('gap').join(' or ')}`
    if (at !== undefined && takes !== 'at') return `at belongs to fault: ${faultsThatTake('at').join(' or ')}`
    if (commit === 'before' && isEarly(fault)) return `commit: before does not go with ${fault}: the request's body has not arrived`
    return undefined
  },
  isEarly: ({ fault }) => isEarly(fault),
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

/** It comes before the request's body has arrived. */
const isEarly = (fault: FaultName) => faultKinds[fault].breaks === 'request'
