// The faults of a campaign, in groups: errors at one call, later versions of the service, and the other choice of each assumption.

import { alternativesOf } from '../contract/assumptions.ts'
import type { Assumption, Exchange } from '../ground/generated/control.ts'
import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import type { Change } from './lies.ts'
import { isCreation, isSuccess, type Place } from './reference.ts'

export const GROUPS = ['errors', 'later', 'choices', 'lies'] as const
export type Group = (typeof GROUPS)[number]

/** A fault at one call, or of a whole run. */
export interface Fault {
  readonly name: string
  readonly group: Group
  /** What the call, or the run, gets. */
  readonly gives: string
  readonly scenario?: ScenarioRequest | ((exchange: Exchange) => ScenarioRequest)
  /** The seconds after which the reply comes. */
  readonly delay?: number
  /** Changes the successful replies of the calls that it meets. */
  readonly change?: Change
  /** The choices of assumptions that a whole run gets. */
  readonly assume?: Readonly<Record<string, string>>
  /** Whether every later call of any operation gets it too. */
  readonly lasts?: boolean
  /** Whether the fault suits a call. Without this function, it suits every call. */
  suits?(place: Place, isFirstRead: boolean): boolean
}

/** A later version of the service. src/operations/ says what may change. */
export type LaterVersion = Omit<Fault, 'group' | 'suits' | 'lasts'>

const hasBody = (place: Place) =>
  isSuccess(place) && place.exchange.request.method !== 'HEAD' && (place.exchange.reply?.body.bytes ?? 0) > 0
const changes = (place: Place) => isSuccess(place) && !['GET', 'HEAD', 'OPTIONS'].includes(place.exchange.request.method)

/** The seconds after which `slow` gives the reply. */
export const DEFAULT_SLOW = 15

const errors = (slow: number): Omit<Fault, 'group'>[] => [
  {
    ...{ name: 'rate-limited', gives: '429 once, with a Retry-After of 2 s' },
    scenario: { name: 'rate-limited', parameters: { 'retry-after': 2 } },
  },
  {
    ...{ name: 'unavailable', gives: '503 once, with a Retry-After of 3 s' },
    scenario: { name: 'unavailable', parameters: { 'retry-after': 3 } },
  },
  { name: 'server-error', gives: '500 once; the call is not carried out', scenario: { name: 'server-error' } },
  { name: 'reset', gives: 'a connection that is reset; the call is not carried out', scenario: { name: 'reset' } },
  {
    ...{ name: 'lost-reply', gives: 'the call is carried out, then its connection is reset', suits: changes },
    scenario: { name: 'lost-reply' },
  },
  {
    ...{ name: 'truncated', gives: 'the call is carried out, then half of the body of the reply comes', suits: hasBody },
    scenario: { name: 'truncated', parameters: { commit: 'before' } },
  },
  {
    ...{ name: 'slow', gives: `the call is carried out at once, and the reply comes after ${slow} s (option slow)` },
    scenario: { name: 'slow', parameters: { delay: slow } },
    delay: slow,
    suits: (place, isFirstRead) => isCreation(place) || isFirstRead,
  },
  {
    ...{ name: 'outage', gives: '503 with a Retry-After of 1 s, for this and every later call', lasts: true },
    scenario: { name: 'unavailable', parameters: {} },
  },
  { name: 'expired', gives: '401, for this and every later call', scenario: { name: 'unauthorized' }, lasts: true },
]

/** The errors with what they give, and the other groups, in a sentence. */
export const describeFaults = () =>
  [
    ...errors(DEFAULT_SLOW).map(({ name, gives }) => `${name}: ${gives}`),
    'later: whole runs with a later version of the service',
    'choices: whole runs with each other choice of each assumption',
    'lies: valid replies with wrong values, which show what the tests notice',
  ].join('; ')

/** The names that a campaign takes: of groups, of faults, and of assumptions for all their choices. */
export const listFaultNames = (faults: readonly Fault[]) => [
  ...new Set(['all', ...GROUPS, ...faults.flatMap(({ name }) => [name.split(':')[0] ?? name, name])]),
]

/** All faults, in the order of the report. */
export const createFaults = (later: readonly LaterVersion[], assumptions: readonly Assumption[], slow = DEFAULT_SLOW): Fault[] => [
  ...errors(slow).map((fault) => ({ ...fault, group: 'errors' as const })),
  ...later.map((fault) => ({ ...fault, group: 'later' as const })),
  ...assumptions.flatMap((assumption) =>
    alternativesOf(assumption).map(
      (choice): Fault => ({
        ...{ name: `${assumption.id}:${choice}`, group: 'choices', gives: assumption.choices[choice] ?? '' },
        assume: { [assumption.id]: choice },
      }),
    ),
  ),
]
