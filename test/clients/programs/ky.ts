// ky retries by itself, on top of fetch.

import ky from 'ky'
import { play } from './play.ts'

await play(({ base, key, retries, patienceMs }) => {
  const client = ky.extend({ headers: { authorization: `Bearer ${key}` }, retry: { limit: retries }, timeout: patienceMs })
  return { get: (path) => client(base + path).json(), create: (json) => client.post(`${base}/pets`, { json }).json() }
})
