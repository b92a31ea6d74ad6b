// Breaks the connection or the body of a reply. src/faults/ plays it on the connection. Without `commit:
// before` the operation is not carried out, and its reply is the contract's example.

import { hasNoBody } from '../../exchange/reply.ts'
import type { FaultSettings } from '../../faults/fault.ts'
import { faultFor, faults, faultsThatTake } from '../../faults/table.ts'
import { type Effect, SECONDS, VARIABLE } from '../effect.ts'
import { exampleBody } from './respond.ts'

interface Settings extends Partial<FaultSettings> {
  readonly fault: string
  /** Whether the operation is carried out before the fault. Default: never. */
  readonly commit?: 'before' | 'never'
}

export const fault: Effect<Settings> = {
  schema: {
    fault: { description: 'How the connection or the body of the reply breaks.', type: 'string', enum: Object.keys(faults) },
    gap: { description: 'With trickle: how many seconds pass between two bytes.', ...SECONDS },
    at: {
      description: 'With truncated and stall: the fraction of the body that is sent, from 0 to 1. At least one byte is left out.',
      anyOf: [{ type: 'number', minimum: 0, maximum: 1 }, VARIABLE],
    },
    commit: {
      description:
        'With before, the operation is carried out, and then the fault happens. With never, which is the default, the operation is not carried out.',
      anyOf: [{ type: 'string', enum: ['before', 'never'] }, VARIABLE],
    },
  },
  check({ fault, gap, at, commit }) {
    const { takes } = faultFor(fault)
    if (gap !== undefined && takes !== 'gap') return `gap works only with fault: ${faultsThatTake('gap').join(' or ')}`
    if (at !== undefined && takes !== 'at') return `at works only with fault: ${faultsThatTake('at').join(' or ')}`
    if (commit === 'before' && faultFor(fault).breaks === 'request')
      return `commit: before does not work with ${fault}, because the request's body has not arrived`
    return undefined
  },
  prepare({ fault, gap = 0.05, at = 0.5 }, _scene, tools) {
    tools.fault = { name: fault, gap, at }
  },
  answer({ commit }, scene) {
    if (commit === 'before' || scene.operation === undefined) return undefined
    const success = [...scene.operation.responses.keys()].find((status) => status.startsWith('2')) ?? '200'
    const status = Number(success.replace('XX', '00'))
    return hasNoBody(status) ? { status } : { status, body: exampleBody(scene, status) ?? {} }
  },
}
