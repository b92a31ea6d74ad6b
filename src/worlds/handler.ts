// The shape of a handler: plain data in, plain data out. It never sees Koa.

import type { Choices } from '../contract/assumptions.ts'
import type { Reply } from '../contract/reply.ts'
import type { Data } from './data.ts'

/** Values with the types of the contract, and with its defaults. */
export interface Call {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly choices: Choices
  /** A seeded number from 0 to 1. */
  readonly random: () => number
  /** The absolute URL of this call with another query. Switches in the base URL are kept. */
  readonly linkTo: (query: Readonly<Record<string, unknown>>) => string
}

/** Carries out one operation on the data of a world. Throws a Problem when an item does not exist. */
export type Handler = (call: Call, data: Data) => Reply
