// The attack `patches`: scenarios that change replies for as long as the sandbox lets them.

import { KEY } from '../targets.ts'
import { flood, requestOf } from './sockets.ts'

const add = (path: string, value: unknown) => ({ op: 'add', path, value })

/** Two parts that are copied into each other, which doubles their size each time. */
const doubling = (copies: number) => [
  add('/a', { text: 'x'.repeat(1000) }),
  add('/b', {}),
  ...Array.from({ length: copies }, (_, index) =>
    index % 2 === 0 ? { op: 'copy', from: '/a', path: `/b/${index}` } : { op: 'copy', from: '/b', path: `/a/${index}` },
  ),
]

/** The patches of each world. The first world must refuse its replies: each copy doubles what the next one copies. */
const PATCHES: Readonly<Record<string, readonly object[][]>> = {
  'dear-patches': [doubling(28)],
  patches: [doubling(8), [add('/small', Array(300_000).fill({}))], [add('/nested', Array(10_000).fill([[[[{}]]]]))]],
}

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
