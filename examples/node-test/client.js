// A client of the Pet Store API to start from. Each try has a time-out. The client reads all pages, keeps ids of 64 bits exact, waits as
// long as Retry-After says, and sends again only what is safe to send again.

import { setTimeout as sleep } from 'node:timers/promises'

const TRIES = 3
const TRY_MS = 5000
/** The client does not wait longer than this for a 429. */
const MAX_WAIT_SECONDS = 60

/** A reply that is no success. */
export class PetstoreError extends Error {
  constructor(status, body) {
    super(`the pet store answered ${status}: ${body}`)
    this.status = status
  }
}

/** `headers` go with every request. */
export function createClient(baseUrl, key, headers = {}) {
  async function call(method, url, pet) {
    const init = {
      method,
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(pet && { body: toJson(pet) }),
    }
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TRY_MS) })
        const text = await response.text()
        if (response.ok) return { body: fromJson(text), next: nextPage(response) }
        const seconds = secondsToWait(response, method, tries)
        if (seconds === undefined) throw new PetstoreError(response.status, text)
        await sleep(1000 * seconds)
      } catch (error) {
        // Nobody knows whether a creation without a reply was carried out, so only a read is sent again.
        if (error instanceof PetstoreError || method !== 'GET' || tries === TRIES) throw error
        await sleep(1000 * backoff(tries))
      }
    }
  }

  return {
    create: async (pet) => (await call('POST', `${baseUrl}/pets`, pet)).body,
    list,
    /** Looks through the list, because GET /pets/{petId} will be removed. Undefined when there is no such animal. */
    async find(id) {
      for await (const pet of list()) if (pet.id === id) return pet
      return undefined
    },
  }

  /** All animals, page by page. */
  async function* list() {
    for (let url = `${baseUrl}/pets?limit=10`; url !== undefined; ) {
      const { body, next } = await call('GET', url)
      yield* body
      url = next
    }
  }
}

/** Undefined when the request must not be sent again. A request with a 429 was not carried out, so a creation may be sent again too. */
function secondsToWait({ status, headers }, method, tries) {
  if (tries === TRIES || !(status === 429 || (status >= 500 && method === 'GET'))) return undefined
  const after = headers.get('retry-after')
  if (after === null) return backoff(tries)
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  return seconds > MAX_WAIT_SECONDS ? undefined : Math.max(seconds, 0)
}

/** Twice as long at each try, with a random part, so that clients do not come back together. */
const backoff = (tries) => 0.2 * 2 ** tries * (1 + Math.random())

const nextPage = ({ headers }) => /<([^>]*)>; *rel="next"/.exec(headers.get('link') ?? '')?.[1]

/** Large whole numbers become a bigint, because a number would round them. */
const fromJson = (text) =>
  JSON.parse(text, (_name, value, { source }) => (Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(source) : value))

const toJson = (value) => JSON.stringify(value, (_name, value) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value))
