// The baseline: Koa and @koa/router that answer from a Map, without any code of the sandbox. It is plain JavaScript, because
// stripping types would make its cold start longer.
//
//   node bench/baseline.js PORT SIZE

import Router from '@koa/router'
import Koa from 'koa'

const [port, size] = process.argv.slice(2).map(Number)
const pets = new Map()

function fill() {
  pets.clear()
  for (let id = 1; id <= size; id += 1) pets.set(id, { id, name: 'Rex', categoryId: 1, status: 'available' })
}

async function readJson(request) {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text)
}

const router = new Router()
router.get('/v1/pets', (ctx) => {
  ctx.body = pets.values().take(20).toArray()
})
router.post('/v1/pets', async (ctx) => {
  const pet = { id: pets.size + 1, ...(await readJson(ctx.req)) }
  pets.set(pet.id, pet)
  ctx.status = 201
  ctx.body = pet
})
router.get('/v1/pets/:petId', (ctx) => {
  ctx.body = pets.get(Number(ctx.params.petId))
})
// For the bench only: restores the pets of the start, so that no new process is needed.
router.delete('/v1/pets', (ctx) => {
  fill()
  ctx.status = 204
})

fill()
new Koa().use(router.routes()).listen(port, '127.0.0.1')
