// A process as a test file makes it: imports a server, starts it, sends one request, and closes it. It is plain JavaScript, because
// stripping types would make its start longer. The client is `http.get`. `fetch` parses headers in WebAssembly, which V8 compiles in
// the background after some hundred bytes of headers, and the process then waits for V8 at its end. That depends on the headers and
// not on the start of a server.
//
//   node bench/library.js baseline|sandbox

/** As an ES module, node:http would load the whole WebSocket client of Node.js. */
const { get } = process.getBuiltinModule('node:http')

const STARTS = {
  async baseline() {
    const { default: Koa } = await import('koa')
    const { default: Router } = await import('@koa/router')
    const router = new Router()
    router.get('/v1/pets/:petId', (ctx) => {
      ctx.body = { id: Number(ctx.params.petId), name: 'Rex', categoryId: 1, status: 'available' }
    })
    const server = new Koa().use(router.routes()).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return { url: `http://127.0.0.1:${server.address().port}/v1`, close: () => new Promise((resolve) => server.close(resolve)) }
  },
  async sandbox() {
    const { startSandbox } = await import('../dist/package/lib/sandbox.js')
    const sandbox = await startSandbox()
    return { url: sandbox.url, authorization: `Bearer ${sandbox.key()}`, close: sandbox.close }
  },
}

const { url, authorization = '', close } = await STARTS[process.argv[2]]()
const status = await new Promise((resolve, reject) => {
  const request = get(`${url}/pets/1`, { agent: false, headers: { authorization } }, (reply) => {
    reply.resume().on('end', () => resolve(reply.statusCode))
  })
  request.on('error', reject)
})
if (status !== 200) throw new Error(`the reply was ${status}`)
await close()
