import Router from '@koa/router'
import Koa from 'koa'

const pets = new Map(Array.from({ length: 100 }, (_, i) => [i + 1, { id: i + 1, name: 'Rex', categoryId: 1, status: 'available' }]))
const router = new Router()
router.get('/v1/pets/:petId', (ctx) => {
  ctx.body = pets.get(Number(ctx.params.petId))
})
const app = new Koa()
app.use(router.routes())
app.listen(4872, '127.0.0.1')
