// Breaks the connection or the body in place of a whole reply; wire-faults.ts plays each kind on the wire. Without
// `commit: before` the operation is not carried out, and the contract's example stands for its reply.

import type { Effect } from '../effect.ts'
import { exampleReply } from './respond.ts'

interface FaultSettings {
  readonly fault: string
  /** Seconds between two bytes of trickle. */
  readonly gap?: number
  /** Whether the operation is carried out first; never, if not said. */
  readonly commit?: 'before' | 'never'
}

export const fault: Effect<FaultSettings> = {
  fields: ['fault', 'gap', 'commit'],
  check: ({ fault, gap }) => (gap !== undefined && fault !== 'trickle' ? 'gap belongs to fault: trickle' : undefined),
  prepare({ fault, gap = 0.05 }, scene) {
    scene.fault = { kind: fault, gap }
  },
  answer({ commit }, scene) {
    if (commit === 'before' || scene.operation === undefined) return undefined
    const success = [...scene.operation.responses.keys()].find((status) => status.startsWith('2')) ?? '200'
    const status = Number(success.replace('XX', '00'))
    return exampleReply(scene, status) ?? { status, body: {} }
  },
}
