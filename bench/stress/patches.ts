// The attack `patches`: scenarios that change replies for as long as the sandbox lets them.

import { KEY } from '../targets.ts'
import { flood, requestOf } from './sockets.ts'

const add = (path: string, value: unknown) => ({ op: 'add', path, value })

const PATCHES = [
  [add('/text', 'x'.repeat(50_000))],
  [add('/small', Array(200_000).fill({}))],
  [add('/nested', Array(10_000).fill([[[[{}]]]]))],
]

/** Puts the patches on a world, and reads its list over 16 connections. */
export async function attackWithPatches(origin: string): Promise<string> {
  await put(origin, 'patches', PATCHES)
  return flood(origin, 16, requestOf('GET', '/v1/pets', 'patches'))
}

async function put(origin: string, world: string, patches: readonly object[][]): Promise<void> {
  const response = await fetch(`${origin}/_sandbox/worlds/${world}/scenarios`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${KEY}_${world}`, 'content-type': 'application/json' },
    body: JSON.stringify(patches.map((patch) => ({ operations: ['listPets'], steps: [{ patch }] }))),
  })
  if (!response.ok) throw new Error(`the scenarios were refused: ${await response.text()}`)
  await response.arrayBuffer()
}
