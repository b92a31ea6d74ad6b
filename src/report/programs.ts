// The programs that call: a key and a User-Agent. A program has counters for each operation. They count every exchange, so they can
// say "every" and "never" even when facts were dropped. Their number is bounded for all worlds together.

import { productOf } from '../exchange/caller.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { cut } from '../text/cut.ts'

export interface Program {
  /** The key of its calls; undefined without a valid key. */
  readonly key: string | undefined
  readonly userAgent: string | undefined
  /** The first product of the User-Agent; empty without one. */
  readonly product: string
  /** True for the program that stands for all programs beyond the bound. Nothing can be said about "every call" of it. */
  readonly isMixed: boolean
  calls: number
  /** When its last call arrived, in milliseconds of the process. */
  lastSeen: number
  /** A reply showed that no request is left. So the next call shows whether the program waits. */
  isAtLimit: boolean
  readonly sequence: Sequence
}

/** Calls of a program that came one directly after the other. */
interface Sequence {
  /** When the last call ended, in milliseconds of the process. */
  ended: number
  /** Calls that came within a moment after the last call, while no other was under way. */
  calls: number
  /** How many of them came on a new connection. */
  opened: number
}

/** The calls of a program to one operation in one world. */
export interface Tally {
  readonly world: string
  readonly program: Program
  /** Undefined for calls that belong to no operation. */
  readonly operation: string | undefined
  calls: number
  /** Calls whose error the test announced with `expect`. */
  announced: number
  withKey: number
  /** Unannounced calls without a valid key. The key of the map is the digest of the refused credential; empty without one. */
  readonly refused: Map<string, number>
  /** How often each status was met. */
  readonly met: Map<number, { met: number; natural: number }>
  /** When the last call arrived, in milliseconds of the process. */
  lastSeen: number
  /** The first calls, as evidence. */
  readonly samples: Sample[]
}

/** A call as evidence. */
export interface Sample {
  readonly id: string
  readonly method: string
  readonly target: string
  readonly status: number
  readonly world: string
  readonly operation: string | undefined
  readonly testCase?: { readonly name: string } | undefined
  readonly program: Pick<Program, 'userAgent'>
  readonly arrived: { readonly real: number }
}

const MAX_PROGRAMS = 1000
const MAX_USER_AGENT = 200
const MAX_TARGET = 200
const MAX_SAMPLES = 3
/** A command that starts anew for each call takes longer than this. In milliseconds. */
const AT_ONCE_MS = 5

export class Programs {
  readonly #programs = new Map<string, Program>()
  readonly #mixed = createProgram(undefined, undefined, true)
  #last: Program | undefined

  find({ caller: { key }, request: { userAgent } }: Exchange): Program {
    const last = this.#last
    if (last !== undefined && last.key === key && last.userAgent === userAgent) return last
    const name = `${key ?? ''}\n${userAgent ?? ''}`
    let program = this.#programs.get(name)
    if (program === undefined) {
      if (this.#programs.size >= MAX_PROGRAMS) return this.#mixed
      program = createProgram(key, userAgent && cut(userAgent, MAX_USER_AGENT), false)
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
  ...{ key, userAgent, product: productOf(userAgent), isMixed, calls: 0, lastSeen: 0, isAtLimit: false },
  sequence: { ended: Number.NEGATIVE_INFINITY, calls: 0, opened: 0 },
})

export const createTally = (world: string, program: Program, operation: string | undefined): Tally => ({
  ...{ world, program, operation, calls: 0, announced: 0, withKey: 0, refused: new Map(), met: new Map(), lastSeen: 0, samples: [] },
})

/** The sum of a number over all counters. */
export const sumOf = (tallies: readonly Tally[], of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0)

/** Counts an exchange that has ended. `isAnnounced`: the test wanted the error. */
export function countCall(tally: Tally, exchange: Exchange, status: number, isAnnounced: boolean): void {
  const { program, met, refused, samples } = tally
  const { arrived, caller, delivered, appliedSteps } = exchange
  tally.calls += 1
  tally.lastSeen = arrived.monotonic
  program.calls += 1
  program.lastSeen = arrived.monotonic
  const natural = delivered === 'whole' && appliedSteps.length === 0 ? 1 : 0
  const responses = met.get(status)
  if (responses === undefined) met.set(status, { met: 1, natural })
  else {
    responses.met += 1
    responses.natural += natural
  }
  if (isAnnounced) tally.announced += 1
  else if (samples.length < MAX_SAMPLES) samples.push(sampleOf(exchange, program, status))
  if (caller.plan !== undefined) tally.withKey += 1
  else if (!isAnnounced) {
    const digest = caller.key ?? caller.refusal?.digest ?? ''
    // Three different credentials are enough to judge. Further ones are not counted.
    if (refused.has(digest) || refused.size < 3) refused.set(digest, (refused.get(digest) ?? 0) + 1)
  }
  countConnection(program.sequence, exchange)
}

const sampleOf = ({ id, request, world, operation, testCase, arrived }: Exchange, program: Program, status: number): Sample => ({
  ...{ id, method: request.method, status, world, operation, program },
  target: cut(request.query === '' ? request.path : `${request.path}?${request.query}`, MAX_TARGET),
  arrived: { real: arrived.real },
  testCase: testCase && { name: cut(testCase.name, MAX_TARGET) },
})

function countConnection(sequence: Sequence, { connection, arrived, closed = arrived, delivered }: Exchange): void {
  if (connection.inUse === 1 && connection.id !== 0 && arrived.monotonic - sequence.ended < AT_ONCE_MS) {
    sequence.calls += 1
    if (connection.use === 1) sequence.opened += 1
  }
  sequence.ended = delivered === 'whole' ? closed.monotonic : Number.NEGATIVE_INFINITY
}
