// What the framework costs: Koa and @koa/router answering from a Map, with nothing of the sandbox.

import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import Koa from 'koa'

const pets = new Map(
  Array.from({ length: 100 }, (_, index) => [index + 1, { id: index + 1, name: 'Rex', categoryId: 1, status: 'available' }]),
)
const router = new Router()
router.get('/v1/pets', (ctx) => {
  ctx.body = [...pets.values()].slice(0, 20)
})
router.get('/v1/pets/:petId', (ctx) => {
  ctx.body = pets.get(Number(ctx.params.petId))
})
const app = new Koa()
app.use(router.routes())
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`{"url":"http://127.0.0.1:${(server.address() as AddressInfo).port}/v1"}\n`)
})
