// Requests are served during long work.

import { expect, test } from 'vitest'
import { measureSnapshot } from '../../src/worlds/content.ts'
import { runAtOnce, runWithPauses } from '../../src/worlds/pauses.ts'
import { parseLog, renderCommit } from '../../src/worlds/store/log-codec.ts'
import { parseSnapshot, renderSnapshot } from '../../src/worlds/store/snapshot-codec.ts'

/** Work that takes this many milliseconds, and may pause after each. */
function* work(milliseconds: number): Generator<void, string> {
  for (let done = 0; done < milliseconds; done += 1) {
    for (const began = performance.now(); performance.now() - began < 1; );
    yield
  }
  return 'done'
}

test('other work gets its turn with slices, and not without slices', async () => {
  let turns = 0
  let goesOn = true
  const takeTurn = () => {
    turns += 1
    if (goesOn) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  expect(await runWithPauses(work(60))).toBe('done')
  expect(turns).toBeGreaterThan(4)
  const before = turns
  expect(runAtOnce(work(20))).toBe('done')
  expect(turns).toBe(before)
  goesOn = false
})

const pets = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Rex the ${id}th`, note: '],\n' }))
const SNAPSHOT = { collections: { none: [], pets, orders: [{ id: 1 }] }, nextIds: { pets: 20_000, none: 1, orders: 2 } }
const pausesOf = (steps: Generator<void, unknown>) => [...steps].length

test('a large snapshot is written, read and measured in parts, and stays complete', () => {
  const chunks = [...renderSnapshot(SNAPSHOT, 7, 'w1')]
  const text = chunks.join('')
  for (const chunk of chunks) expect(chunk.length).toBeLessThan(70_000)
  expect(text.split('\n').filter((line) => line.startsWith('{"id":'))).toHaveLength(20_001)
  expect(JSON.parse(text)).toEqual({ ...SNAPSHOT, commits: 7, checksum: expect.any(String) })
  const bytes = Buffer.from(text)
  expect(pausesOf(parseSnapshot(bytes, 'w1'))).toBeGreaterThan(bytes.length / 100_000)
  expect(runAtOnce(parseSnapshot(bytes, 'w1'))).toMatchObject({ ...SNAPSHOT, commits: 7 })
  expect(pausesOf(measureSnapshot(SNAPSHOT))).toBeGreaterThan(20)
  expect(runAtOnce(measureSnapshot(SNAPSHOT))).toBe([...pets, { id: 1 }].reduce((sum, pet) => sum + JSON.stringify(pet).length, 0))
})

test('a long log is read in parts', () => {
  const lines = pets.map((item, index) => renderCommit(index + 1, [{ put: 'pets', item }], 'w1')).join('')
  const parse = () => parseLog(Buffer.from(lines), 'w1.log', 'w1', 0)
  expect(pausesOf(parse())).toBeGreaterThan(100)
  expect(runAtOnce(parse()).changes).toHaveLength(20_000)
})
