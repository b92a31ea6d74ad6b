// axios with axios-retry.

import axios from 'axios'
import axiosRetry from 'axios-retry'
import { play } from './play.ts'

await play(({ base, key, retries, patienceMs }) => {
  const client = axios.create({ baseURL: base, headers: { authorization: `Bearer ${key}` }, timeout: patienceMs })
  // Without this the time-out of one try is the time-out of all of them, waits included.
  axiosRetry(client, { retries, retryDelay: axiosRetry.exponentialDelay, shouldResetTimeout: true })
  return {
    get: async (path) => (await client.get(path)).data,
    create: async (pet) => (await client.post('/pets', pet)).data,
  }
})
