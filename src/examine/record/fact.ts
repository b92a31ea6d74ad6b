// What the report keeps of an exchange when it ends: a count with those of its kind, and of a remarkable one a fact, which never changes.

import { hash } from 'node:crypto'
import { findIntegers, findInUrl } from '../../contract/json/big-integers.ts'
import { defined } from '../../ground/defined.ts'
import type { Exchange } from '../../ground/generated/control.ts'
import type { Evidence } from '../../ground/generated/report.ts'
import { headerOf } from '../../record/exchange.ts'
import { faultFor } from '../../scenarios/faults.ts'
import { readAsk } from './retry-after.ts'

export interface Ending {
  /** The status that the client saw. 0 without a reply. */
  readonly status: number
  /** `passing`: 408, 429 or 5xx. `refused`: another 4xx. `fault`: no whole or readable reply. Undefined when nothing failed. */
  readonly failure: 'refused' | 'passing' | 'fault' | undefined
  /** The test announced this error with `expect`. */
  readonly isExpected: boolean
}

export type Identity = Readonly<ReturnType<typeof identify>>

/** What equal calls have in common. `episode`: the session and revision of the world. A change of them ends every series. */
export function identify({ request, caller, world, testCase }: Exchange, episode: string) {
  const { method, path, query, userAgent, prefix, headers, body } = request
  return {
    world,
    episode,
    userAgent,
    // Requests with other switches are other calls.
    switches: [prefix, headerOf(headers, 'sandbox-scenario') ?? '', headerOf(headers, 'prefer') ?? ''].join(' '),
    testCase,
    method,
    target: query === '' ? path : `${path}?${query}`,
    body: body === undefined ? '' : digestOf(body.sha256 ?? body.text ?? body.base64 ?? ''),
    key: caller.key ?? caller.refusal?.digest ?? '',
  }
}

export type Fact = Readonly<ReturnType<typeof createFact>>

/** `keyPlace` is the place of a key in the URL. */
export function createFact(exchange: Exchange, ending: Ending, identity: Identity, keyPlace: string | undefined) {
  const { request, reply, caller, connection: _connection, closed = exchange.arrived, ...same } = exchange
  const { delivered, fault } = exchange
  return {
    ...same,
    ...ending,
    ...identity,
    keyPlace,
    closed,
    hasValidKey: caller.plan !== undefined,
    // Integers above 2^53 that the client sent.
    bigIntegers: [...findInUrl(identity.target), ...findIntegers(request.body?.text ?? '')],
    // The status of the reply, even when the reply was lost.
    meant: reply?.status ?? 0,
    asked: readAsk(exchange, ending.status),
    // The client closed the connection before it had the whole reply.
    hasLeft: delivered !== 'whole' && (fault === undefined || !faultFor(fault).endsConnection),
  }
}

/** A longer body becomes its hash, so that facts are small. */
const MAX_BODY = 60
const digestOf = (text: string) => (text.length <= MAX_BODY ? text : hash('sha256', text, 'base64url'))

export function endingOf({ reply, delivered, replied, fault, answeredBy, testCase }: Exchange): Ending {
  const status = reply === undefined || delivered === 'none' ? 0 : reply.status
  const isExpected = status >= 400 && testCase?.expect?.includes(status) === true
  const isUnreadable = fault !== undefined && !faultFor(fault).isReadable
  const isCut = status === 0 || (delivered !== 'whole' && (replied === undefined || status < 400))
  // The client left in the middle of its request. Nobody failed.
  if (answeredBy === 'gone') return { status, failure: undefined, isExpected }
  if (isUnreadable || isCut) return { status, failure: 'fault', isExpected }
  if (status < 400) return { status, failure: undefined, isExpected }
  return { status, failure: status >= 500 || status === 429 || status === 408 ? 'passing' : 'refused', isExpected }
}

/** True when the same call, sent again, may succeed. */
export const isPassing = ({ failure }: Fact) => failure !== undefined && failure !== 'refused'

type Shown = Identity & Pick<Fact, 'id' | 'status' | 'operation' | 'arrived'>

export function evidenceOf(fact: Shown, note = fact.status === 0 ? 'no reply' : undefined): Evidence {
  const { id, method, target, status, world, operation, testCase, userAgent, arrived } = fact
  const at = new Date(arrived.real).toISOString()
  return defined({ request: id, method, target, at, status, world, operation, case: testCase?.name, program: userAgent, note })
}

/** Counts calls that are alike. It counts every call, so it can say "every" and "never" even when facts were dropped. */
export interface Tally {
  /** Undefined for calls that belong to no operation. */
  readonly operation: string | undefined
  readonly status: number
  readonly isExpected: boolean
  /** `own`: a key of the sandbox, also one that is always refused. */
  readonly key: 'own' | 'other' | 'none'
  /** Whether the client was told of what the operation did. Undefined when it did nothing. */
  readonly done: 'told' | 'untold' | undefined
  calls: number
}

/** Returns how many calls of this kind have ended. Every call comes here, and there are few kinds. */
export function countCall(tallies: Tally[], exchange: Exchange, { status, failure, isExpected }: Ending): number {
  const { operation, caller, carriedOut } = exchange
  const key = caller.key !== undefined ? 'own' : caller.refusal?.digest === undefined ? 'none' : 'other'
  const done = carriedOut ? (failure === undefined ? 'told' : 'untold') : undefined
  for (const one of tallies)
    if (one.operation === operation && one.status === status && one.key === key && one.done === done && one.isExpected === isExpected)
      return ++one.calls
  tallies.push({ operation, status, isExpected, key, done, calls: 1 })
  return 1
}

export const sumCalls = (tallies: readonly Tally[], isMeant: (tally: Tally) => boolean = () => true) =>
  tallies.reduce((total, tally) => total + (isMeant(tally) ? tally.calls : 0), 0)
