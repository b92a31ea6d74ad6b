// The clock of a world: reading, setting, freezing and advancing it.

import type { ClockChange, ClockState, WorldHandle } from '../handle/handles.ts'
import { addSeconds, readClock, readSeconds } from '../handle/world-input.ts'
import type { Clock } from '../worlds/clock.ts'
import type { Call } from './call.ts'
import type { Entrance } from './entrance.ts'

export function createClockHandle({ use, drive }: Entrance): WorldHandle['clock'] {
  return {
    get: () => use(({ session }) => showClock(session.clock)),
    set: (change) =>
      drive('clock', ({ session }) => {
        const { clock } = session
        clock.set(readClock(change))
        session.stage += 1
        return showClock(clock)
      }),
    advance: (seconds) =>
      drive('clock', ({ session: { clock } }) => {
        clock.set({ now: addSeconds(clock.now(), readSeconds(seconds)) })
        return showClock(clock)
      }),
  }
}

export function showClock(clock: Clock): ClockState {
  const { now, frozen } = clock.state()
  return { now: new Date(now).toISOString(), frozen }
}

export const getClock: Call = async ({ existing }) => (await existing()).clock.get()
export const putClock: Call = ({ world, body }) => world.clock.set(body as ClockChange)
export const advanceClock: Call = ({ world, body }) => world.clock.advance(Number((body as { seconds: number | bigint }).seconds))
