// p-retry around fetch. It tries a call again when the call throws, and knows nothing about HTTP.

import pRetry from 'p-retry'
import { play } from './play.ts'

await play(({ base, key, retries, patienceMs }) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const call = (path: string, options: RequestInit) =>
    pRetry(
      async () => {
        const response = await fetch(base + path, { headers, signal: AbortSignal.timeout(patienceMs), ...options })
        if (!response.ok) throw new Error(`status ${response.status}`)
        return response.json()
      },
      { retries },
    )
  return { get: (path) => call(path, {}), create: (pet) => call('/pets', { method: 'POST', body: JSON.stringify(pet) }) }
})
