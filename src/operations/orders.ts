// The store's orders. They come from the fixtures and from tests, because no operation adds an order.

import type { Handler } from '../journey/answers/handler.ts'
import type { Id } from '../worlds/collection.ts'

/** Leaves out orders whose animal is gone or available again, because a test may change animals as the staff of the store would. */
export const listOrders: Handler = (_call, data) => {
  const orders = data.page('orders').items.filter(({ petId }) => {
    const pet = data.find('pets', petId as Id)
    return pet !== undefined && pet.status !== 'available'
  })
  return { status: 200, body: orders, assumed: ['order'] }
}
