// A client of the Pet Store API to start from. Each try has a time-out. The client reads all pages, keeps ids of 64 bits exact, waits as
// long as Retry-After says, and sends again only what is safe to send again.

import { setTimeout as sleep } from 'node:timers/promises'

const TRIES = 3
const TRY_MS = 5000
/** The client does not wait longer than this for a 429. */
const MAX_WAIT_SECONDS = 60

/** A reply that is no success. */
export class PetstoreError extends Error {
  readonly status: number
  constructor(status: number, body: string) {
    super(`the pet store answered ${status}: ${body}`)
    this.status = status
  }
}

/** A large id is a bigint, because a number would round it. */
type Id = number | bigint
interface NewPet {
  readonly name: string
  readonly categoryId: Id
  readonly status?: string
}
interface Pet extends NewPet {
  readonly id: Id
}

export type Client = ReturnType<typeof createClient>

/** `headers` go with every request. */
export function createClient(baseUrl: string, key: string, headers: Readonly<Record<string, string>> = {}) {
  async function call<Body>(method: string, url: string, pet?: NewPet): Promise<{ body: Body; next: string | undefined }> {
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
    create: async (pet: NewPet) => (await call<Pet>('POST', `${baseUrl}/pets`, pet)).body,
    list,
    /** Looks through the list, because GET /pets/{petId} will be removed. Undefined when there is no such animal. */
    async find(id: Id): Promise<Pet | undefined> {
      for await (const pet of list()) if (pet.id === id) return pet
      return undefined
    },
  }

  /** All animals, page by page. */
  async function* list(): AsyncGenerator<Pet> {
    for (let url: string | undefined = `${baseUrl}/pets?limit=10`; url !== undefined; ) {
      const { body, next }: { body: Pet[]; next: string | undefined } = await call('GET', url)
      yield* body
      url = next
    }
  }
}

/** Undefined when the request must not be sent again. A request with a 429 was not carried out, so a creation may be sent again too. */
function secondsToWait({ status, headers }: Response, method: string, tries: number): number | undefined {
  if (tries === TRIES || !(status === 429 || (status >= 500 && method === 'GET'))) return undefined
  const after = headers.get('retry-after')
  if (after === null) return backoff(tries)
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  return seconds > MAX_WAIT_SECONDS ? undefined : Math.max(seconds, 0)
}

/** Twice as long at each try, with a random part, so that clients do not come back together. */
const backoff = (tries: number) => 0.2 * 2 ** tries * (1 + Math.random())

const nextPage = ({ headers }: Response) => /<([^>]*)>; *rel="next"/.exec(headers.get('link') ?? '')?.[1]

/** Large whole numbers become a bigint, because a number would round them. */
const fromJson = (text: string) =>
  JSON.parse(text, (_name, value, { source = '' }: { source?: string } = {}) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(source) : value,
  )

/** Not every version of TypeScript has its type. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

const toJson = (value: unknown) => JSON.stringify(value, (_name, value) => (typeof value === 'bigint' ? rawJSON(String(value)) : value))
