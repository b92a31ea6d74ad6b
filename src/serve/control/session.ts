// Calls about the session of a world, which a reset forgets: its clock, limits, choices and scenarios. The lists of assumptions and of
// scenarios are here too.

import { othersIn, readChoices } from '../../contract/assumptions.ts'
import type { ActiveScenario, LimitChange, LimitState, ScenarioRequest } from '../../ground/generated/control.ts'
import { messageOf, Problem } from '../../ground/problem.ts'
import { show } from '../../ground/words.ts'
import { countTaken, isOver, playStateOf, type Sequence } from '../../scenarios/player.ts'
import type { Session } from '../../worlds/world.ts'
import { type Call, changeWorld, deleteInWorld, readWorld } from './call.ts'

/** HTTP dates have years of four digits (RFC 9110 §5.6.7), and resets are seconds since 1970. */
const LAST_TIME = Date.UTC(9999, 0)

export const getClock: Call = (request) => readWorld(request, ({ session }) => session.clock.state())

export const putClock: Call = (request) =>
  changeWorld(request, 'clock', ({ session }) => {
    const { now, frozen } = request.body as { now?: string; frozen?: boolean }
    session.clock.set({ now: now === undefined ? undefined : Date.parse(now), frozen })
    session.revision += 1
    return session.clock.state()
  })

export const advanceClock: Call = (request) =>
  changeWorld(request, 'clock', ({ session: { clock } }) => {
    const { seconds } = request.body as { seconds: number | bigint }
    const now = clock.now() + Number(seconds) * 1000
    if (now < 0 || now >= LAST_TIME)
      throw new Problem('invalid_value', `seconds must lead to a time from 1970 to 9998, got ${show(seconds)}`)
    clock.set({ now })
    return clock.state()
  })

export const getLimits: Call = (request) => readWorld(request, ({ session: { limits } }) => limits.state(String(request.path.plan)))

export const putLimits: Call = (request) =>
  changeWorld(request, 'limits', ({ session }) => {
    const { limits } = session
    const plan = String(request.path.plan)
    const change = request.body as LimitChange
    refuseExcess(change, limits.state(plan))
    limits.set(plan, change)
    return limits.state(plan)
  })

function refuseExcess({ remaining, minute = {}, day = {} }: LimitChange, now: LimitState): void {
  const [minuteLimit, dayLimit] = [minute.limit ?? now.minute.limit, day.limit ?? now.day.limit]
  for (const [place, count = 0, limit, window] of [
    ['remaining', remaining, minuteLimit, 'minute'],
    ['minute.remaining', minute.remaining, minuteLimit, 'minute'],
    ['day.remaining', day.remaining, dayLimit, 'day'],
  ] as const)
    if (count > limit) throw new Problem('invalid_value', `${place} must be at most ${limit}, the limit of the ${window}, got ${count}`)
}

export const listAssumptions: Call = ({ parts }) => parts.contract.assumptions

export const getChoices: Call = (request) => readWorld(request, ({ session }) => session.choices)

export const putChoices: Call = (request) => {
  const { assumptions } = request.parts.contract
  const choices = othersIn(read(request.body, assumptions), assumptions)
  return changeWorld(request, 'assumptions', ({ session }) => {
    session.choices = choices
    return choices
  })
}

/** The world takes the choices of the start again. */
export const deleteChoices: Call = (request) =>
  deleteInWorld(request, 'assumptions', ({ session }) => {
    const { assumptions } = request.parts.contract
    session.choices = othersIn(Object.fromEntries(assumptions.map(({ id, choice }) => [id, choice])), assumptions)
  })

function read(body: unknown, assumptions: Parameters<typeof readChoices>[1]) {
  try {
    return readChoices(body as Readonly<Record<string, string>>, assumptions)
  } catch (error) {
    throw new Problem('invalid_value', messageOf(error))
  }
}

export const listScenarios: Call = ({ parts }) => parts.catalogue.list().map(({ steps, ...entry }) => entry)

export const getActiveScenarios: Call = (request) => readWorld(request, ({ session }) => listActive(playStateOf(session).active))

export const putActiveScenarios: Call = (request) => {
  const given = request.body as readonly ScenarioRequest[]
  // The scenarios are set up first, because a wrong one must not create the world.
  const active = request.parts.catalogue.setUpAll(given).map((setup) => ({ setup, taken: [] }))
  return changeWorld(request, 'scenarios', ({ session }) => {
    put(session, active)
    return listActive(active)
  })
}

export const deleteActiveScenarios: Call = (request) => deleteInWorld(request, 'scenarios', ({ session }) => put(session, []))

function put(session: Session, active: readonly Sequence[]): void {
  playStateOf(session).active = active
  session.scenarios = active.map(({ setup }) => setup.name)
}

const listActive = (active: readonly Sequence[]): ActiveScenario[] =>
  active.map((one) => ({ ...one.setup.request, name: one.setup.name, met: countTaken(one), over: isOver(one) }))
