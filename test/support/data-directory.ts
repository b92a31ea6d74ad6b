// A data directory, and a sandbox on it.

import { readdir } from 'node:fs/promises'
import { renderCommit } from '../../src/worlds/store/codec.ts'
import { createClient, start } from './sandbox.ts'

export const POST_REX = { method: 'POST', body: { name: 'Rex', categoryId: 1 } }

/** An animal that keeps the contract. */
export const FITTING = '{"id":1,"name":"x","categoryId":1,"status":"sold"}'
const REX = { id: 16, name: 'Rëx', categoryId: 1, status: 'sold' }

/** A line of a log. */
export const lineOf = (item: object, { number = 1, world = 'w1', put = 'pets' } = {}) =>
  renderCommit(number, [{ put, item: item as typeof REX }], world)
export const LINE = lineOf(REX)

/** A world with one animal, in a file of a person. */
export const KEPT = `{"nextIds":{},"collections":{"pets":[${FITTING}],"orders":[]}}`

/** The files without hidden files. */
export const visible = async (directory: string) => (await readdir(directory)).filter((name) => !name.startsWith('.'))

/** A sandbox on a directory, its log, and a client of its world w1. */
export async function startOn(data: string, options: Parameters<typeof start>[0] = {}) {
  const lines: string[] = []
  const sandbox = await start({ data, log: { format: 'text', write: (text) => lines.push(text) }, ...options })
  return { sandbox, call: createClient(sandbox, sandbox.key('free', 'w1')), said: () => lines.join('') }
}
