// The faults of a campaign: what a call gets, and which calls are examined with it. Each fault is a scenario of the catalogue.

import type { FaultLayer, ScenarioRequest } from '../scenarios/scenario-request.ts'
import type { Snapshot } from '../worlds/store/store.ts'
import { isCreation, isSuccess, type Place } from './places.ts'

export interface Fault {
  readonly name: string
  readonly gives: string
  /** The name of the scenario. Default: the name of the fault. */
  readonly scenario?: string
  readonly parameters?: ScenarioRequest['parameters']
  /** Whether every later call of any operation gets it too. */
  readonly lasts?: boolean
  /** Whether the fault suits a call. Without this function, it suits every call. */
  suits?(place: Place, isFirstRead: boolean): boolean
}

const hasBody = (place: Place) =>
  isSuccess(place) && place.exchange.request.method !== 'HEAD' && (place.exchange.reply?.body.bytes ?? 0) > 0
const changes = (place: Place) => isSuccess(place) && !['GET', 'HEAD', 'OPTIONS'].includes(place.exchange.request.method)

/** The seconds after which `slow` gives the reply. */
export const DEFAULT_SLOW = 15

export const FAULTS: readonly Fault[] = [
  { name: 'rate-limited', gives: '429 once, with a Retry-After of 2 s', parameters: { 'retry-after': 2 } },
  { name: 'unavailable', gives: '503 once, with a Retry-After of 3 s', parameters: { 'retry-after': 3 } },
  { name: 'server-error', gives: '500 once; the call is not carried out' },
  { name: 'reset', gives: 'a connection that is reset; the call is not carried out' },
  { name: 'lost-reply', gives: 'the call is carried out, then its connection is reset', suits: changes },
  {
    name: 'truncated',
    gives: 'the call is carried out, then half of the body of the reply comes',
    parameters: { commit: 'before' },
    suits: hasBody,
  },
  {
    name: 'slow',
    gives: `the call is carried out at once, and the reply comes after ${DEFAULT_SLOW} s (option slow)`,
    suits: (place, isFirstRead) => isCreation(place) || isFirstRead,
  },
  { name: 'outage', gives: '503 with a Retry-After of 1 s, for this and every later call', scenario: 'unavailable', lasts: true },
  { name: 'expired', gives: '401, for this and every later call', scenario: 'unauthorized', lasts: true },
]

/** A variant of a whole run, which plays a later version of the service. src/operations/ says what may change. */
export interface Drift {
  readonly name: string
  readonly scenario?: ScenarioRequest
  /** A scenario that depends on what a world starts with. */
  readonly scenarioFor?: (fixtures: Snapshot) => ScenarioRequest
  readonly content?: FaultLayer['content']
}

export const DRIFT = 'drift'
