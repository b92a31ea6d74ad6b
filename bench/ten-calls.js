// A suite of ten calls and one second, whose client waits for Retry-After and never repeats a creation. `npm run bench -- inject` runs it.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const { PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key } = process.env
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

async function call(path, init = {}) {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(5000) })
    if (response.status !== 429 || tries === 3) {
      assert.ok(response.ok, `${response.status}`)
      return response.json()
    }
    await sleep(1000 * Number(response.headers.get('retry-after')))
  }
}

const names = ['Rex', 'Max', 'Kim']
await sleep(900)
for (const name of names) {
  const { id } = await call('/pets', { method: 'POST', body: JSON.stringify({ name, categoryId: 1 }) })
  assert.equal((await call(`/pets/${id}`)).name, name)
}
assert.ok((await call('/pets?limit=100')).some(({ name }) => name === 'Rex'))
assert.equal((await call('/pets?limit=2')).length, 2)
assert.ok(Array.isArray(await call('/store/orders')))
assert.equal((await call('/pets?status=sold&limit=1'))[0].status, 'sold')
