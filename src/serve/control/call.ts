// A call of the control API: a function of one request that returns the value of the reply. The document has the status and the media type.
// The world of a call stays in memory during the work, and observers hear about changes.

import type { Contract } from '../../contract/contract.ts'
import type { Input } from '../../contract/read-request.ts'
import type { Judge } from '../../examine/record/judge.ts'
import { Problem } from '../../ground/problem.ts'
import { describeMissingWorld } from '../../ground/world-name.ts'
import type { Events } from '../../record/events.ts'
import type { Journals } from '../../record/journals.ts'
import type { Metrics } from '../../record/metrics.ts'
import type { Tell } from '../../record/observer.ts'
import type { Waits } from '../../record/waits.ts'
import type { Catalogue } from '../../scenarios/catalogue.ts'
import type { DataCheck } from '../../worlds/data-check.ts'
import type { World, WorldChange } from '../../worlds/world.ts'
import type { Worlds } from '../../worlds/worlds.ts'

/** Undefined means a reply without a body. A stream of texts is sent piece by piece. */
export type Call = (request: ControlRequest) => unknown

export interface ControlParts {
  readonly contract: Contract
  readonly catalogue: Catalogue
  readonly worlds: Worlds
  readonly tell: Tell
  readonly journals: Journals
  readonly waits: Waits
  readonly events: Events
  readonly judge: Judge
  /** Only with --metrics. */
  readonly metrics: Metrics | undefined
  readonly checkData: DataCheck
  readonly collections: readonly string[]
  readonly version: string
}

/** A request that fits the document, with its parsed values. */
export interface ControlRequest extends Input {
  readonly parts: ControlParts
  /** Undefined for a call about all worlds. */
  readonly world: string | undefined
  /** The document of the control API. */
  readonly api: Contract
  /** The address of the control API, as the client writes it. */
  readonly url: string
  /** Resolves when the client has its reply, has left, or has ended its side of the connection. */
  whenGone(): Promise<void>
}

type Work<Result> = (world: World) => Result | Promise<Result>

/** Throws a Problem when the path names a world that does not exist. */
export async function requireWorld({ parts, world }: ControlRequest): Promise<void> {
  if (world !== undefined && !(await parts.worlds.has(world))) throw new Problem('not_found', describeMissingWorld(world))
}

/** As useWorld, but throws a Problem when there is no such world. */
export async function readWorld<Result>(request: ControlRequest, work: Work<Result>): Promise<Result> {
  await requireWorld(request)
  return useWorld(request, work)
}

/** Does the work with the world of the path, and creates the world if needed. */
export async function useWorld<Result>({ parts: { worlds }, world: name = '' }: ControlRequest, work: Work<Result>): Promise<Result> {
  const world = await worlds.enter(name)
  try {
    return await work(world)
  } finally {
    worlds.leave(world)
  }
}

/** These changes make a new revision. Setting the clock does too. An advance does not: a call under way and its retry stay one series. */
const REVISING: readonly WorldChange['what'][] = ['data', 'limits', 'assumptions', 'scenarios']

/** As useWorld, and then tells the observers. */
export const changeWorld = <Result>(
  request: ControlRequest,
  what: WorldChange['what'],
  work: Work<Result>,
  more: Pick<WorldChange, 'requests'> = {},
): Promise<Result> =>
  useWorld(request, async (world) => {
    const result = await work(world)
    if (REVISING.includes(what)) world.session.revision += 1
    const { number, revision, clock, scenarios } = world.session
    const change = { what, ...more, world: world.name, session: number, revision, at: clock.moment() }
    request.parts.tell('changed', what === 'scenarios' ? { ...change, scenarios } : change)
    return result
  })

/** As changeWorld, but throws a Problem when there is no such world. */
export async function deleteInWorld(request: ControlRequest, what: WorldChange['what'], work: Work<unknown>): Promise<void> {
  await requireWorld(request)
  await changeWorld(request, what, work)
}
