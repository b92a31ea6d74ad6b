// Replies with what Prism makes of the contract: an example, or values made up. Only `Prefer` asks for it.

import type { Generate, WantedReply } from '../../contract/prism.ts'
import type { Effect } from '../effect.ts'

/** `applied` is what `Preference-Applied` says (RFC 7240 §3). */
export interface GenerateSettings {
  readonly generate: Generate
  readonly wanted: WantedReply
  readonly applied: string
}

export const generate: Effect<GenerateSettings> = {
  fields: ['generate', 'wanted', 'applied'],
  async answer({ generate, wanted, applied }, { operation }) {
    if (operation === undefined) throw new Error('Prefer was read without an operation')
    const reply = await generate(operation, wanted)
    const { assumed = [] } = operation.respondsWith(reply.status) ?? {}
    return { ...reply, headers: { ...reply.headers, 'Preference-Applied': applied }, assumed }
  },
}
