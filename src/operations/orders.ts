// The store's orders, as they came to be: no operation adds one.

import type { Handler } from '../steps/handler.ts'

export const listOrders: Handler = (_call, data) => ({ status: 200, body: data.page('orders').items, assumed: ['order'] })
