// The attack `patches`: scenarios that change replies for as long as the sandbox lets them.

import { KEY } from '../targets.ts'
import { flood, requestOf } from './sockets.ts'

const add = (path: string, value: unknown) => ({ op: 'add', path, value })

/** A long text, many small values, and nested ones. Each item of a reply gets them. */
const patchesOf = (size: number) => [
  [add('/text', 'x'.repeat(size))],
  [add('/small', Array(size).fill({}))],
  [add('/nested', Array(size / 10).fill([[[[{}]]]]))],
]

/** The patches of each world. The replies of the first world become too large, so they are refused. */
const PATCHES = { 'dear-patches': patchesOf(100_000), patches: patchesOf(200) }

/** Puts the patches on two worlds, and reads their lists over 16 connections. */
export async function attackWithPatches(origin: string): Promise<string> {
  for (const [world, patches] of Object.entries(PATCHES)) await put(origin, world, patches)
  const requests = Object.keys(PATCHES).map((world) => requestOf('GET', '/v1/pets', world))
  let sent = 0
  return flood(origin, 16, () => requests[sent++ % requests.length] as string)
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
