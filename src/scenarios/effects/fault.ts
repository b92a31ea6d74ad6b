// Breaks the connection or the body in place of a whole reply; how each looks on the wire stands in journey/wire-faults.
// Without `commit: before` the operation is not carried out, and the contract's example stands for its reply.

import type { Effect } from '../effect.ts'
import { exampleReply } from './respond.ts'

export const fault: Effect = {
  prepare(value, exchange, { step }) {
    exchange.fault = { kind: String(value), gap: Number(step.gap ?? 0.05) }
  },
  answer(_value, exchange, { step }) {
    if (step.commit === 'before' || exchange.operation === undefined) return undefined
    const success = [...exchange.operation.responses.keys()].find((status) => status.startsWith('2')) ?? '200'
    const status = Number(success.replace('XX', '00'))
    return exampleReply(exchange, status) ?? { status, body: {} }
  },
}
