// The store's orders. They come from the fixtures and from tests, because no operation adds an order.

import type { Id } from '../worlds/collection.ts'
import type { Handler } from '../worlds/handler.ts'
import { pageInOrder } from './order.ts'

/** Leaves out orders whose animal is gone or available again: a test may change animals as the staff of the store would. */
export const listOrders: Handler = (call, data) => {
  const orders = pageInOrder(data, 'orders', {}, call).items.filter(({ petId }) => {
    const pet = data.find('pets', petId as Id)
    return pet !== undefined && pet.status !== 'available'
  })
  return { status: 200, body: call.choices.orders === 'object' ? { orders } : orders, assumed: ['order'] }
}
