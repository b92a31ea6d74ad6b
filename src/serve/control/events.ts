// Live events of one world or of all worlds.

import { type Call, useWorld } from './call.ts'

export const followEvents: Call = async (request) => {
  const { world, parts, header, whenGone } = request
  const after = header['Last-Event-ID']
  const events = parts.events.follow({ world, after: after === undefined ? undefined : String(after), until: whenGone() })
  // Afterwards, so that a reader that is refused makes no world, and the others miss nothing while the world is loaded.
  if (world !== undefined) await useWorld(request, () => {})
  return events
}
