// Live events of one world or of all worlds.

import { type Call, useWorld } from './call.ts'

export const followEvents: Call = async (request) => {
  const { world, parts, header, whenGone } = request
  if (world !== undefined) await useWorld(request, () => {})
  const after = header['Last-Event-ID']
  return parts.events.follow({ world, after: after === undefined ? undefined : String(after), until: whenGone() })
}
