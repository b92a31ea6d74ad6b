// The programs that call: a key and a User-Agent. A program has counters for each operation. They count every exchange, so they can
// say "every" and "never" even when facts were dropped. Their number is bounded for all worlds together.

import type { Exchange } from '../../../spec/control.ts'
import { productOf } from '../../exchange/caller.ts'
import { cut } from '../../text/cut.ts'
import { type Fact, isAnnounced } from './fact.ts'

export interface Program {
  /** The key of its calls; undefined without a valid key. */
  readonly key: string | undefined
  readonly userAgent: string | undefined
  /** The first product of the User-Agent; empty without one. */
  readonly product: string
  /** True for the program that stands for all programs beyond the bound. Nothing can be said about "every call" of it. */
  readonly isMixed: boolean
  calls: number
  /** When its last call arrived, and when it ended if it ended well. In milliseconds of the process. */
  lastSeen: number
  lastEnded: number
  /** A reply showed that no request is left. So the next call shows whether the program waits. */
  isAtLimit: boolean
  /** Calls that came within a moment after the call before, while no other was under way, and how many of them opened a connection. */
  direct: number
  opened: number
}

/** The calls of a program to one operation in one world. */
export interface Tally {
  readonly program: Program
  /** Undefined for calls that belong to no operation. */
  readonly operation: string | undefined
  calls: number
  /** Calls whose error the test announced with `expect`. */
  announced: number
  withKey: number
  /** Calls after the contract's first removal date, by the clock of the world. */
  afterRemoval: number
  /** Unannounced calls without a valid key. The key of the map is the digest of the refused credential; empty without one. */
  readonly refused: Map<string, number>
  /** How often each status was met. */
  readonly met: Map<number, { met: number; natural: number }>
  /** When the last call arrived, in milliseconds of the process. */
  lastSeen: number
  /** The first calls, as evidence. */
  readonly samples: Sample[]
}

export type Sample = Pick<Fact, 'id' | 'method' | 'target' | 'status' | 'world' | 'operation' | 'testCase' | 'program' | 'arrived'>

const MAX_PROGRAMS = 1000
const MAX_TEXT = 200
const MAX_SAMPLES = 3
/** A command that starts anew for each call takes longer than this. In milliseconds. */
const AT_ONCE_MS = 5

export class Programs {
  readonly #programs = new Map<string, Program>()
  readonly #mixed = createProgram(undefined, undefined, true)
  #last: Program | undefined

  find({ caller: { key }, request: { userAgent } }: Exchange): Program {
    if (this.#last !== undefined && this.#last.key === key && this.#last.userAgent === userAgent) return this.#last
    const name = `${key ?? ''}\n${userAgent ?? ''}`
    let program = this.#programs.get(name)
    if (program === undefined) {
      if (this.#programs.size >= MAX_PROGRAMS) return this.#mixed
      program = createProgram(key, userAgent && cut(userAgent, MAX_TEXT), false)
      this.#programs.set(name, program)
    }
    this.#last = program
    return program
  }

  clear(): void {
    this.#programs.clear()
    this.#last = undefined
  }
}

const createProgram = (key: string | undefined, userAgent: string | undefined, isMixed: boolean): Program => ({
  ...{ key, userAgent, product: productOf(userAgent), isMixed },
  ...{ calls: 0, lastSeen: 0, lastEnded: Number.NEGATIVE_INFINITY, isAtLimit: false, direct: 0, opened: 0 },
})

export const createTally = (program: Program, operation: string | undefined): Tally => ({
  ...{ program, operation, calls: 0, announced: 0, withKey: 0, afterRemoval: 0, lastSeen: 0 },
  ...{ refused: new Map(), met: new Map(), samples: [] },
})

/** Counts an exchange that has ended. */
export function countCall(tally: Tally, exchange: Exchange, status: number): void {
  const { program, met, refused, samples } = tally
  const { arrived, closed = arrived, caller, delivered, appliedSteps, connection, testCase } = exchange
  tally.calls += 1
  program.calls += 1
  tally.lastSeen = arrived.monotonic
  program.lastSeen = arrived.monotonic
  const natural = delivered === 'whole' && appliedSteps.length === 0 ? 1 : 0
  const responses = met.get(status)
  if (responses === undefined) met.set(status, { met: 1, natural })
  else {
    responses.met += 1
    responses.natural += natural
  }
  const isWanted = testCase !== undefined && isAnnounced(testCase, status)
  if (isWanted) tally.announced += 1
  else if (samples.length < MAX_SAMPLES) samples.push(sampleOf(exchange, program, status))
  if (caller.plan !== undefined) tally.withKey += 1
  else if (!isWanted) {
    const digest = caller.key ?? caller.refusal?.digest ?? ''
    // Three different credentials are enough to judge. Further ones are not counted.
    if (refused.has(digest) || refused.size < 3) refused.set(digest, (refused.get(digest) ?? 0) + 1)
  }
  if (connection.inUse === 1 && connection.id !== 0 && arrived.monotonic - program.lastEnded < AT_ONCE_MS) {
    program.direct += 1
    if (connection.use === 1) program.opened += 1
  }
  program.lastEnded = delivered === 'whole' ? closed.monotonic : Number.NEGATIVE_INFINITY
}

const sampleOf = ({ id, request, world, operation, testCase, arrived }: Exchange, program: Program, status: number): Sample => ({
  ...{ id, method: request.method, status, world, operation, program, arrived },
  target: cut(request.query === '' ? request.path : `${request.path}?${request.query}`, MAX_TEXT),
  testCase: testCase && { name: cut(testCase.name, MAX_TEXT) },
})
