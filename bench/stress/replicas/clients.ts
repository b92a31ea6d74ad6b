// Clients that create animals, and the account of what was acknowledged to them.

import { Agent, request } from 'undici'
import { KEY } from '../../targets.ts'

export interface Reply {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: unknown
  /** Milliseconds from the request to the end of the reply. */
  readonly took: number
}

/** A pool of connections. */
export function createPool(connections: number) {
  const dispatcher = new Agent({ connections })
  const call = async (
    url: string,
    world: string,
    options: { method?: 'POST' | 'PUT'; body?: object; plan?: string } = {},
  ): Promise<Reply> => {
    const { method = 'GET', body, plan = KEY } = options
    const began = performance.now()
    const headers = { authorization: `Bearer ${plan}_${world}`, 'content-type': 'application/json' }
    const reply = await request(url, { method, headers, dispatcher, ...(body && { body: JSON.stringify(body) }) })
    const parsed: unknown = JSON.parse(await reply.body.text())
    const retryAfter = reply.headers['retry-after']
    return { status: reply.statusCode, retryAfter: retryAfter?.toString(), body: parsed, took: performance.now() - began }
  }
  return {
    call,
    /** Creates an animal with this name. */
    create: (origin: string, world: string, name: string) =>
      call(`${origin}/v1/pets`, world, { method: 'POST', body: { name, categoryId: 1 } }),
    close: () => dispatcher.destroy(),
  }
}

export type Pool = ReturnType<typeof createPool>

/** The acknowledged creations of all worlds, and what was wrong with them. */
export class Account {
  readonly faults: string[] = []
  readonly #worlds = new Map<string, Map<number, string>>()
  count = 0

  /** Notes an animal that a client has seen. Every id must always have the same name. */
  see(world: string, id: number, name: string): void {
    const names = this.#worlds.get(world) ?? new Map<number, string>()
    this.#worlds.set(world, names)
    const known = names.get(id)
    if (known !== undefined && known !== name) this.faults.push(`${world}: the id ${id} has the names ${known} and ${name}`)
    names.set(id, name)
  }

  /** Notes an acknowledged creation. No name is sent twice, so a known id with the same name was read before. */
  acknowledge(world: string, { body }: Reply): void {
    const { id, name } = body as { id: number; name: string }
    this.see(world, id, name)
    this.count += 1
  }

  /** Compares all worlds with what the sandbox has now. */
  async check(pool: Pool, origin: string): Promise<void> {
    for (const [world, names] of this.#worlds) {
      const { status, body } = await pool.call(`${origin}/_sandbox/worlds/${world}/data`, world)
      if (status !== 200) this.faults.push(`${world} cannot be read: ${status}`)
      const { pets = [] } = body as { pets?: { id: number; name: string }[] }
      const kept = new Map(pets.map(({ id, name }) => [id, name]))
      if (kept.size < pets.length) this.faults.push(`${world}: an id stands twice`)
      for (const [id, name] of names) if (kept.get(id) !== name) this.faults.push(`${world}: the animal ${id} was lost`)
    }
  }
}

/** Runs so many workers at once, until all have ended. */
export const runAll = (count: number, work: (index: number) => Promise<void>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
