// The handler of each operation, by operationId. An operation without a handler is answered from the contract alone.

import type { Handler } from '../journey/parts.ts'
import { listOrders } from './orders.ts'
import { createPet, getPet, listPets } from './pets.ts'

export const handlers: Readonly<Record<string, Handler>> = { listPets, createPet, getPet, listOrders }
