// The faults of a campaign, in groups: errors at one call, later versions of the service, other choices of assumptions, lies (lies.ts).

import { alternativesOf } from '../contract/assumptions.ts'
import type { Draft } from '../contract/reply.ts'
import type { Assumption, Exchange, ScenarioRequest } from '../ground/generated/control.ts'
import { isCreation, isSuccess, type Place } from './reference.ts'

const GROUPS = ['errors', 'later', 'choices', 'lies'] as const
type Group = (typeof GROUPS)[number]

/** The changed parts of a reply. Undefined when nothing can be changed. `made` has the ids that this run has created. */
export type Change = (reply: Changed, made: ReadonlySet<unknown>) => Partial<Changed> | undefined
type Changed = Readonly<Pick<Draft, 'status' | 'body' | 'headers'>>

export interface Fault {
  readonly name: string
  readonly group: Group
  /** Of a lie: what the replies have, for example `no name`. */
  readonly gives?: string
  readonly scenario?: ScenarioRequest | ((exchange: Exchange) => ScenarioRequest)
  /** Looks like the fault to a client, but the call is not carried out. */
  readonly undone?: ScenarioRequest
  /** In seconds. */
  readonly delay?: number
  /** Changes the successful replies of the calls that it meets. */
  readonly change?: Change
  /** The choices of assumptions that a whole run gets. */
  readonly assume?: Readonly<Record<string, string>>
  /** Every later call of any operation gets it too. */
  readonly lasts?: boolean
  /** Without this function, the fault suits every call. */
  suits?(place: Place, isFirstRead: boolean): boolean
}

/** A later version of the service. src/operations/ says what may change. */
export type LaterVersion = Omit<Fault, 'group' | 'suits' | 'lasts'>

const hasBody = (place: Place) =>
  isSuccess(place) && place.exchange.request.method !== 'HEAD' && (place.exchange.reply?.body.bytes ?? 0) > 0
const changes = (place: Place) => isSuccess(place) && !['GET', 'HEAD', 'OPTIONS'].includes(place.exchange.request.method)

/** The delay of `slow` in seconds. */
export const DEFAULT_SLOW = 15

export const OUTAGE: Fault = { name: 'outage', group: 'errors', scenario: { name: 'unavailable', parameters: {} }, lasts: true }

const errors = (slow: number): Omit<Fault, 'group'>[] => [
  { name: 'rate-limited', scenario: { name: 'rate-limited', parameters: { 'retry-after': 2 } } },
  { name: 'unavailable', scenario: { name: 'unavailable', parameters: { 'retry-after': 3 } } },
  { name: 'server-error', scenario: { name: 'server-error' } },
  { name: 'reset', scenario: { name: 'reset' } },
  { name: 'lost-reply', scenario: { name: 'lost-reply' }, undone: { name: 'reset' }, suits: changes },
  {
    name: 'truncated',
    scenario: { name: 'truncated', parameters: { commit: 'before' } },
    undone: { name: 'truncated', parameters: { commit: 'never' } },
    suits: hasBody,
  },
  {
    name: 'slow',
    scenario: { name: 'slow', parameters: { delay: slow } },
    undone: { steps: [{ delay: slow, respond: { status: 503 } }] },
    delay: slow,
    suits: (place, isFirstRead) => isCreation(place) || isFirstRead,
  },
  OUTAGE,
  { name: 'expired', scenario: { name: 'unauthorized' }, lasts: true },
]

/** The names that a campaign takes: of groups, of faults, and of assumptions for all their choices. */
export const listFaultNames = (faults: readonly Fault[]) => [
  ...new Set(['all', ...GROUPS, ...faults.flatMap(({ name }) => [name.split(':')[0] ?? name, name])]),
]

/** In the order of the report, and without lies: lies.ts makes them of the replies that the suite has seen. */
export const createFaults = (later: readonly LaterVersion[], assumptions: readonly Assumption[], slow = DEFAULT_SLOW): Fault[] => [
  ...errors(slow).map((fault) => ({ ...fault, group: 'errors' as const })),
  ...later.map((fault) => ({ ...fault, group: 'later' as const })),
  ...assumptions.flatMap((one) => alternativesOf(one).map((choice) => chooses(one.id, choice))),
]

const chooses = (id: string, choice: string): Fault => ({ name: `${id}:${choice}`, group: 'choices', assume: { [id]: choice } })
