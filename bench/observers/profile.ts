// A CPU profile of V8, read for one question: which part of the processor time did the observers take, by room?

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

/** Where the code of a frame stands below `src/`; empty for code of others. */
const fileOf = (url: string) => /\/src\/(.*)$/.exec(url)?.[1] ?? ''

/** The part of the busy time that the observers of each room took, 0 to 1; from so many seconds after the start on. */
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

/** By node: the room of the observer on whose behalf it runs. Observers are called by src/record/observer.ts. */
function findRooms(nodes: Profile['nodes']): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const rooms = new Map<number, string>()
  const mark = (id: number, room: string | undefined, isTold: boolean): void => {
    const node = byId.get(id)
    if (node === undefined) return
    const file = fileOf(node.callFrame.url)
    const own = room ?? (isTold && file !== 'observer.ts' ? file.split('/')[0] : undefined)
    if (own) rooms.set(id, own)
    for (const child of node.children ?? []) mark(child, own, isTold || file === 'observer.ts')
  }
  const [root] = nodes
  if (root) mark(root.id, undefined, false)
  return rooms
}
