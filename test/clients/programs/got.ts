// got retries by itself.

import got from 'got'
import { play } from './play.ts'

await play(({ base, key, retries, patienceMs }) => {
  const client = got.extend({
    headers: { authorization: `Bearer ${key}` },
    retry: { limit: retries },
    // A time-out for the whole request would also bound the wait that Retry-After asks for.
    timeout: { response: patienceMs, read: patienceMs },
  })
  return { get: (path) => client(base + path).json(), create: (json) => client.post(`${base}/pets`, { json }).json() }
})
