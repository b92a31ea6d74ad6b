// The handlers, by operationId, and the body of a refusal. An operation without a handler is answered from the contract alone.

import type { Refusal } from '../ground/problem.ts'
import type { Handler } from '../worlds/handler.ts'
import { listOrders } from './orders.ts'
import { createPet, getPet, listPets } from './pets.ts'

export const handlers: Readonly<Record<string, Handler>> = { listPets, createPet, getPet, listOrders }

/** The contract's schema Error. */
export const errorBody = ({ code, message, status }: Refusal) => ({ code, message, status })
