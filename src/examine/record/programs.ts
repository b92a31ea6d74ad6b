// The programs that call: a key and a User-Agent. And the counters of the calls to each operation, which count every exchange, so they
// can say "every" and "never" even when facts were dropped. The number of programs is bounded for all worlds together.

import { cut } from '../../ground/cut.ts'
import type { Exchange } from '../../ground/generated/control.ts'
import { productOf } from '../../record/caller.ts'
import { type Fact, isAnnounced, type Program } from './fact.ts'

/** The calls to one operation in one world. */
export interface Tally {
  /** Undefined for calls that belong to no operation. */
  readonly operation: string | undefined
  calls: number
  /** Calls whose error the test announced with `expect`. */
  announced: number
  withKey: number
  /** Unannounced calls without a key, and with a key that is not valid. */
  keyless: number
  wrongKey: number
  /** Calls after the contract's first removal date, by the clock of the world. */
  afterRemoval: number
  /** How often each status was met. */
  readonly met: Map<number, { met: number; natural: number }>
  /** The first calls, as evidence. */
  readonly samples: Sample[]
}

export type Sample = Pick<Fact, 'id' | 'method' | 'target' | 'status' | 'world' | 'operation' | 'testCase' | 'program' | 'arrived'>

const MAX_PROGRAMS = 1000
const MAX_TEXT = 200
const MAX_SAMPLES = 3

export class Programs {
  readonly #programs = new Map<string, Program>()
  /** Stands for all programs beyond the bound. */
  readonly #others = createProgram(undefined)
  #lastKey: string | undefined
  #last: Program | undefined

  find({ caller: { key }, request: { userAgent } }: Exchange): Program {
    if (this.#last !== undefined && this.#lastKey === key && this.#last.userAgent === userAgent) return this.#last
    const name = `${key ?? ''}\n${userAgent ?? ''}`
    const program = this.#programs.get(name) ?? (this.#programs.size < MAX_PROGRAMS ? createProgram(userAgent) : this.#others)
    if (program === this.#others) return program
    this.#programs.set(name, program)
    this.#last = program
    this.#lastKey = key
    return program
  }

  clear(): void {
    this.#programs.clear()
    this.#last = undefined
  }
}

const createProgram = (userAgent: string | undefined): Program => ({
  ...{ userAgent: userAgent && cut(userAgent, MAX_TEXT), product: productOf(userAgent), calls: 0, lastSeen: 0, isAtLimit: false },
})

export const createTally = (operation: string | undefined): Tally => ({
  ...{ operation, calls: 0, announced: 0, withKey: 0, keyless: 0, wrongKey: 0, afterRemoval: 0, met: new Map(), samples: [] },
})

/** Counts an exchange that has ended. */
export function countCall(tally: Tally, program: Program, exchange: Exchange, status: number): void {
  const { met, samples } = tally
  const { arrived, caller, delivered, appliedSteps, testCase } = exchange
  tally.calls += 1
  program.calls += 1
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
  else if (!isWanted && (caller.key ?? caller.refusal?.digest) === undefined) tally.keyless += 1
  else if (!isWanted) tally.wrongKey += 1
}

const sampleOf = ({ id, request, world, operation, testCase, arrived }: Exchange, program: Program, status: number): Sample => ({
  ...{ id, method: request.method, status, world, operation, program, arrived },
  target: cut(request.query === '' ? request.path : `${request.path}?${request.query}`, MAX_TEXT),
  testCase: testCase && { name: cut(testCase.name, MAX_TEXT) },
})
