// What each operation does, by operationId. An operation that is not here is answered from the contract alone.

import type { Handler } from '../journey/answers/handler.ts'
import { listOrders } from './orders.ts'
import { createPet, getPet, listPets } from './pets.ts'

export const handlers: Readonly<Record<string, Handler>> = { listPets, createPet, getPet, listOrders }
