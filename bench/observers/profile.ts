// Reads a CPU profile of V8, and says which part of the processor time the observers of each room took.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
    readonly children?: readonly number[]
  }[]
  readonly samples: readonly number[]
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[]
}

/** Calls the observers. */
const OBSERVER = 'record/observer.ts'

/** The path of the code of a frame, below `src/`; empty for code outside `src/`. */
const fileOf = (url: string) => /\/src\/(.*)$/.exec(url)?.[1] ?? ''

/** For each room, the part of the busy time that its observers took, 0 to 1. The first seconds are left out. */
export function readShares(directory: string, fromSeconds: number): Readonly<Record<string, number>> {
  const [file = ''] = readdirSync(directory)
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Profile
  const roomOf = findRooms(nodes)
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id))
  const times = new Map<string, number>()
  let now = 0
  let busy = 0
  for (const [index, id] of samples.entries()) {
    const time = timeDeltas[index] ?? 0
    now += time
    if (now < fromSeconds * 1e6 || idle.has(id)) continue
    busy += time
    const room = roomOf.get(id)
    if (room !== undefined) times.set(room, (times.get(room) ?? 0) + time)
  }
  return Object.fromEntries([...times].map(([room, time]) => [room, time / busy]))
}

/** For each node of the profile, the room of the observer that it works for. */
function findRooms(nodes: Profile['nodes']): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const rooms = new Map<number, string>()
  const mark = (id: number, room: string | undefined, isTold: boolean): void => {
    const node = byId.get(id)
    if (node === undefined) return
    const file = fileOf(node.callFrame.url)
    const own = room ?? (isTold && file !== OBSERVER ? file.split('/')[0] : undefined)
    if (own) rooms.set(id, own)
    for (const child of node.children ?? []) mark(child, own, isTold || file === OBSERVER)
  }
  const [root] = nodes
  if (root) mark(root.id, undefined, false)
  if (rooms.size === 0) throw new Error(`the profile has no call of src/${OBSERVER}`)
  return rooms
}
