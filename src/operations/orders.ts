// The store's orders, as they came to be: no operation adds one.

import type { Handler } from '../journey/answers/handler.ts'
import type { Id } from '../worlds/collection.ts'

/** Whoever plays the store's side may take an animal away: an order of one that is gone, or free again, is not shown. */
export const listOrders: Handler = (_call, data) => {
  const orders = data.page('orders').items.filter(({ petId }) => {
    const pet = data.find('pets', petId as Id)
    return pet !== undefined && pet.status !== 'available'
  })
  return { status: 200, body: orders, assumed: ['order'] }
}
