// Replies with Prism's reply for the contract: an example, or made-up values. Only the header `Prefer` uses this effect.

import type { Generate, WantedReply } from '../../contract/prism.ts'
import type { Effect } from '../effect.ts'

/** `applied` is the value of the header `Preference-Applied` (RFC 7240 §3). */
export interface GenerateSettings {
  readonly generate: Generate
  readonly wanted: WantedReply
  readonly applied: string
}

/** No step of a file can have it, so it has no schema. */
export const generate: Omit<Effect<GenerateSettings>, 'schema'> = {
  async answer({ generate, wanted, applied }, { operation }) {
    if (operation === undefined) throw new Error('Prefer was read without an operation')
    const reply = await generate(operation, wanted)
    const { assumed = [] } = operation.respondsWith(reply.status) ?? {}
    return { ...reply, headers: { ...reply.headers, 'Preference-Applied': applied }, assumed }
  },
}
