// What the store costs: processor time of the sandbox beside a sandbox with files, a start with many kept worlds, and their list.

import { NEW_PET } from '../../cases.ts'
import { LoadProcess } from '../../load/load-process.ts'
import type { Server } from '../../servers.ts'
import { KEY, SANDBOX } from '../../targets.ts'
import { createPool, runAll } from './clients.ts'
import type { Outcome } from './fleet.ts'
import { type Fleet, onStore } from './fleet.ts'

const ROUNDS = 6
const LOAD_SECONDS = 2

/** The loads, and how much more processor time the store may take. */
const LOADS = [
  { name: 'GET', path: '/7', expected: 200, wanted: 1.05 },
  { name: 'creation', path: '', body: NEW_PET, expected: 201, wanted: 1.5 },
] as const

/** Both sandboxes get the same loads in turns. The first round warms them up. */
export async function measureTime(fleet: Fleet): Promise<Outcome> {
  const servers = [await fleet.servers.start(SANDBOX), await fleet.replica(await fleet.redis())]
  const load = new LoadProcess()
  const figures: string[] = []
  try {
    for (const one of LOADS) {
      const times: [number[], number[]] = [[], []]
      for (let round = 0; round <= ROUNDS; round += 1)
        for (const [index, server] of servers.entries()) {
          const time = await timeOf(load, server, one, `${one.name}${round}`)
          if (round > 0) times[index as 0 | 1].push(time)
        }
      const [files, store] = [medianOf(times[0]), medianOf(times[1])]
      figures.push(
        `${one.name} ${(store / files).toFixed(2)} (${store.toFixed(0)} and ${files.toFixed(0)} µs)${judge(store / files, one.wanted)}`,
      )
    }
  } finally {
    load.stop()
  }
  return { figures: `with the store, divided by with files: ${figures.join(', ')}`, faults: [] }
}

/** Microseconds of processor time for a request. */
async function timeOf(load: LoadProcess, server: Server, one: (typeof LOADS)[number], world: string): Promise<number> {
  const headers = { authorization: `Bearer ${KEY}_${world}` }
  const before = server.processorTime() ?? Number.NaN
  const { replies } = await load.run({ ...one, url: `${server.url}/v1/pets${one.path}`, headers, connections: 32, seconds: LOAD_SECONDS })
  return ((server.processorTime() ?? Number.NaN) - before) / replies
}

const KEPT = 20_000
const STARTS = 6
const CREATORS = 32

/** Starts with many kept worlds and with none take turns. */
export async function measureKept(fleet: Fleet): Promise<Outcome> {
  const [empty, full] = [await fleet.redis(), await fleet.redis()]
  const first = await fleet.replica(full)
  const pool = createPool(CREATORS)
  const faults: string[] = []
  let world = 0
  await runAll(CREATORS, async () => {
    while (world < KEPT) {
      world += 1
      const { status } = await pool.create(first.url, `kept${world}`, 'Rex')
      if (status !== 201) faults.push(`a creation got ${status}`)
    }
  })
  await first.stop()
  const starts: [number[], number[]] = [[], []]
  const lists: number[] = []
  for (let start = 0; start < STARTS; start += 1)
    for (const [index, { url }] of [empty, full].entries()) {
      const server = await fleet.servers.start(onStore(url))
      starts[index as 0 | 1].push(server.readyAfter)
      if (index === 1) {
        const { took, body } = await pool.call(`${server.url}/_sandbox/worlds`, 'default')
        lists.push(took)
        const { length } = body as unknown[]
        if (length < KEPT) faults.push(`the list has ${length} worlds`)
      }
      await server.stop()
    }
  await pool.close()
  const ratio = medianOf(starts[1]) / medianOf(starts[0])
  const list = medianOf(lists)
  const figures = `start with ${KEPT.toLocaleString('en')} kept worlds, divided by an empty start: ${ratio.toFixed(2)}${judge(ratio, 1.1)}; their list takes ${list.toFixed(0)} ms${judge(list, 1000)}`
  return { figures, faults }
}

const judge = (figure: number, wanted: number) => (figure <= wanted ? '' : `, NOT MET: at most ${wanted} is wanted`)

const medianOf = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
