// The clock of a world: reading, setting, freezing and advancing it.

import { Problem } from '../../ground/problem.ts'
import { show } from '../../ground/words.ts'
import { type Call, changeWorld, readWorld, showClock } from './call.ts'

/** HTTP dates have years of four digits (RFC 9110 §5.6.7), and resets are seconds since 1970. */
const LAST_TIME = Date.UTC(9999, 0)

export const getClock: Call = (request) => readWorld(request, ({ session }) => showClock(session.clock))

export const putClock: Call = (request) =>
  changeWorld(request, 'clock', ({ session }) => {
    const { now, frozen } = request.body as { now?: string; frozen?: boolean }
    session.clock.set({ ...(now !== undefined && { now: Date.parse(now) }), ...(frozen !== undefined && { frozen }) })
    session.revision += 1
    return showClock(session.clock)
  })

export const advanceClock: Call = (request) =>
  changeWorld(request, 'clock', ({ session: { clock } }) => {
    const { seconds } = request.body as { seconds: number | bigint }
    const now = clock.now() + Number(seconds) * 1000
    if (now < 0 || now >= LAST_TIME)
      throw new Problem('invalid_value', `seconds must lead to a time from 1970 to 9998, got ${show(seconds)}`)
    clock.set({ now })
    return showClock(clock)
  })
