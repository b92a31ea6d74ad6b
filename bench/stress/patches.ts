// The attack `patches`: scenarios that change replies for as long as the sandbox lets them.

import { KEY } from '../targets.ts'
import { flood, requestOf } from './sockets.ts'

const WORLD = 'patches'

const add = (path: string, value: unknown) => ({ op: 'add', path, value })

/** Two parts that are copied into each other, which doubles their size each time. */
const doubling = (copies: number) => [
  add('/a', { text: 'x'.repeat(1000) }),
  add('/b', {}),
  ...Array.from({ length: copies }, (_, index) =>
    index % 2 === 0 ? { op: 'copy', from: '/a', path: `/b/${index}` } : { op: 'copy', from: '/b', path: `/a/${index}` },
  ),
]

/** The patches that are put, and whether the sandbox must refuse them at once. */
const PATCHES: readonly { readonly patch: object[]; readonly isRefused: boolean }[] = [
  { patch: doubling(28), isRefused: true },
  { patch: doubling(8), isRefused: false },
  { patch: [add('/small', Array(300_000).fill({}))], isRefused: false },
  { patch: [add('/nested', Array(10_000).fill([[[[{}]]]]))], isRefused: false },
]

/** Puts the patches on a world, and reads its list over 16 connections. */
export async function attackWithPatches(origin: string): Promise<string> {
  const scenarios: object[] = []
  for (const { patch, isRefused } of PATCHES) {
    const scenario = { operations: ['listPets'], steps: [{ patch }] }
    const status = await put(origin, isRefused ? [scenario] : [...scenarios, scenario])
    if ((status === 400) !== isRefused) throw new Error(`a patch of ${patch.length} operations was answered with ${status}`)
    if (!isRefused) scenarios.push(scenario)
  }
  return flood(origin, 16, requestOf('GET', '/v1/pets', WORLD))
}

async function put(origin: string, scenarios: readonly object[]): Promise<number> {
  const response = await fetch(`${origin}/_sandbox/worlds/${WORLD}/scenarios`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${KEY}_${WORLD}`, 'content-type': 'application/json' },
    body: JSON.stringify(scenarios),
  })
  await response.arrayBuffer()
  return response.status
}
