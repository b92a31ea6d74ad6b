// undici with its RetryAgent, which also resumes a body that broke off.

import { Agent, RetryAgent, request } from 'undici'
import { play } from './play.ts'

await play(({ base, key, retries, patienceMs }) => {
  const agent = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs })
  const dispatcher = new RetryAgent(agent, { maxRetries: retries })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const call = async (path: string, options: object) => {
    const { statusCode, body } = await request(base + path, { dispatcher, headers, ...options })
    if (statusCode >= 400) throw new Error(`status ${statusCode}`)
    return body.json()
  }
  return { get: (path) => call(path, {}), create: (pet) => call('/pets', { method: 'POST', body: JSON.stringify(pet) }) }
})
