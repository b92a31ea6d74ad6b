// p-retry around fetch. It tries a call again when the call throws, and knows nothing about HTTP.

import pRetry from 'p-retry'
import { play } from './play.ts'

await play(({ base, key, retries, patienceMs }) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const call = (options: RequestInit) =>
    pRetry(
      async () => {
        const response = await fetch(`${base}/pets`, { headers, signal: AbortSignal.timeout(patienceMs), ...options })
        if (!response.ok) throw new Error(`status ${response.status}`)
        return response.json()
      },
      { retries },
    )
  return { list: () => call({}), create: (pet) => call({ method: 'POST', body: JSON.stringify(pet) }) }
})
