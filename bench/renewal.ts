// Brings a target back to the pets it started with, so that every round of creating begins alike.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Case, NEW_PET } from './cases.ts'
import { type Server, statusOf } from './servers.ts'
import { KEY, type Target } from './targets.ts'

type Headers = Readonly<Record<string, string>>

/** What a server still has to do after its state was restored. */
const QUIET_MS = 600

/** Returns the headers to go on with. */
export async function renew(one: Case, target: Target, server: Server, round: number): Promise<Headers> {
  if (target.renewal === 'no state') return target.headers
  const url = server.url + target.pets
  if (target.renewal === 'reset') await fetch(url, { method: 'DELETE' })
  const headers = target.renewal === 'world' ? { authorization: `Bearer ${KEY}_round${round}` } : target.headers
  await checkHolds(one, target, server, headers)
  // A world is written whole once, at its first change: this is not what creating at a size costs.
  if (target.renewal === 'world')
    await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: NEW_PET })
  await sleep(QUIET_MS)
  return headers
}

export async function checkHolds({ size }: Case, { pets }: Target, { url }: Server, headers: Headers): Promise<void> {
  const status = await statusOf(`${url}${pets}/${size}`, headers)
  if (status !== 200) throw new Error(`does not hold ${size.toLocaleString('en')} pets: GET of the last one answers ${status ?? 'nothing'}`)
}
