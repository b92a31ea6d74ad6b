// Resets a target to the pets of its start, so that every round of creations begins with the same pets.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Case, NEW_PET } from './cases.ts'
import { type Server, statusOf } from './servers.ts'
import { KEY, type Target } from './targets.ts'

type Headers = Readonly<Record<string, string>>

/** After a reset a server may still have work to do. The load waits this long for it. */
const QUIET_MS = 600

/** Returns the headers for the requests of this round. */
export async function renew(one: Case, target: Target, server: Server, round: number): Promise<Headers> {
  if (target.renewal === 'no state') return target.headers
  const url = server.url + target.pets
  if (target.renewal === 'reset') await fetch(url, { method: 'DELETE' })
  const headers = target.renewal === 'world' ? { authorization: `Bearer ${KEY}_round${round}` } : target.headers
  await checkHolds(one, target, server, headers)
  // The first change of a world writes the whole world. The measured creations must not contain this cost.
  if (target.renewal === 'world')
    await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: NEW_PET })
  await sleep(QUIET_MS)
  return headers
}

export async function checkHolds({ size }: Case, { pets }: Target, { url }: Server, headers: Headers): Promise<void> {
  const status = await statusOf(`${url}${pets}/${size}`, headers)
  if (status !== 200) throw new Error(`does not have ${size.toLocaleString('en')} pets: GET of the last pet gets ${status ?? 'no reply'}`)
}
