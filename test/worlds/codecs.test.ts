// The files of a world, to the byte, and how their texts are read.

import { expect, test } from 'vitest'
import { messageOf } from '../../src/ground/problem.ts'
import { parseLog, parseSnapshot, renderCommit, renderSnapshot } from '../../src/worlds/store/codec.ts'
import type { Change, Snapshot } from '../../src/worlds/store/store.ts'
import { wrap } from '../support/recorded.ts'

const REX = { id: 2, name: 'Rëx "]\n' }
const BIG = { id: 2n ** 63n - 1n }
const SNAPSHOT: Snapshot = { collections: { pets: [REX, BIG], none: [], 'a "b': [{ id: 1 }] }, nextIds: { pets: 3, none: 1 } }
const CHANGES: readonly Change[] = [{ set: SNAPSHOT }, { put: 'pets', item: BIG }, { remove: 'a "b', id: 2n ** 63n }]

test('a snapshot and a line of a log are written like this, and read back', async () => {
  const text = renderSnapshot(SNAPSHOT, 7, 'w1')
  const line = renderCommit(8, CHANGES, 'w1')
  await expect(text + line).toMatchFileSnapshot('written.txt')
  const log = renderCommit(7, [], 'w1') + line
  expect(parseSnapshot(Buffer.from(text), 'w1.json', 'w1')).toStrictEqual({ ...SNAPSHOT, commits: 7, checksum: expect.any(String) })
  const read = parseLog(Buffer.from(log), 'w1.log', 'w1', 7)
  expect(read).toStrictEqual({ changes: CHANGES, commits: 8, torn: 0 })
})

test('a checksum has eight digits', () => {
  for (let number = 1; number < 300; number += 1) {
    expect(renderCommit(number, [], 'w1')).toMatch(/,"checksum":"[0-9a-f]{8}"\}\n$/)
    expect(renderSnapshot(SNAPSHOT, number, 'w1')).toMatch(/\n,"checksum": "[0-9a-f]{8}"\n\}\n$/)
  }
})

test('a flipped bit is noticed wherever it is, also in the word checksum', () => {
  const bytes = Buffer.from(renderSnapshot({ collections: { pets: [{ id: 1, name: 'Rex' }] }, nextIds: { pets: 2 } }, 7, 'w1'))
  const taken: string[] = []
  for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    try {
      parseSnapshot(damaged, 'w1.json', 'w1')
      taken.push(damaged.toString('latin1'))
    } catch {}
  }
  expect(taken).toEqual([])
})

/** What a log of these texts holds: the ids that are removed, the last commit, and how the last line ends. */
function read(log: string | Buffer, commits: number): string {
  try {
    const { changes, torn, ...rest } = parseLog(Buffer.from(log), 'w1.log', 'w1', commits)
    return `ids ${changes.map((change) => ('id' in change ? change.id : 'all')).join(' ')}, commit ${rest.commits}${torn > 0 ? `, ${torn} bytes left` : ''}`
  } catch (error) {
    return messageOf(error).replace(/\. Repair.*/, '')
  }
}

const commit = (number: number) => renderCommit(number, [{ remove: 'pets', id: number }], 'w1')
const SOME = commit(5) + commit(6)

const ITEMS = '[\n{"id":1},\n{"id":2}\n]'
const file = (collections: string, begin = '"nextIds": {},\n') => `{${begin}"collections": {\n${collections}\n}\n}\n`

/** In the layout of the sandbox, in others, and damaged. */
const SNAPSHOTS = [
  ...[file(`"pets": ${ITEMS}`), file(`"pets": ${ITEMS},\n"orders": [\n\n]`), file('"pets": [\n]'), file('"pets": [\n{"id":1},{"id":2}\n]')],
  ...[file('"pets": [{"id":1}]'), file(`"pets": ${ITEMS}, "orders": [{"id": 3}]`), file('"pets": [\n{"id":1,\n"a": [\n1\n]\n}\n]')],
  ...[file('"pets": [\n{"id":1}'), file('"pets": [\n{"id":1},\n]'), file('"pets": [\n{"id":1}\n{"id":2}\n]')],
  ...[file(''), file('', '"nextIds": {"a": 1.5},'), file('', '"nextIds": {"a": 9223372036854775807},'), file('', '"nextIds": [],')],
  ...[file('', ''), file('"a": {}'), file('"a": [], "b": {}'), file('', '"nextIds": {"a": 1, "b": "x"},')],
  ...[file('', '"commits": 1.5,"nextIds": {},'), file('', '"commits": 3,"nextIds": {},'), '[]', 'null', '{}', ''],
  ...[file('', '"nextIds": {},"checksum": "x",'), file('', '"nextIds": {},\n,"checksum": "x",')],
]

function readSnapshot(text: string): string {
  try {
    const { collections, nextIds, commits } = parseSnapshot(Buffer.from(text), 'w1.json', 'w1')
    return JSON.stringify({ collections, nextIds, commits }, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))
  } catch (error) {
    return messageOf(error)
      .replace(/^w1\.json: this stored world cannot be read: |\. Repair.*/g, '')
      .replaceAll('\n', ' ')
  }
}

test('logs and snapshots are read as in codecs.txt', async () => {
  const item = '{"commit":6,"changes":[{"put":"pets","item":{"id":17,"name":"a b'
  const torn = ['{', '{"', '{"commit":', '{"commit":6,"chan', commit(6).slice(0, -2), item, `${item}ë`]
  const damage = ['x', '[', '{}', '{"x', '{"commits":', ' {"commit":', `${item}\u0000`, `${item}\u001f`, '{"put":"p"}', 'null', '1']
  const open = [commit(6).trimEnd()]
  const lines = [
    '# The changes of a log after a snapshot with so many commits',
    ...[3, 4, 5, 6, 7, 0].map((commits) => `${commits}: ${read(SOME, commits)}`),
    ...[5, 6, 7].map((commits) => `${commits}, without 6: ${read(commit(5) + commit(7), commits)}`),
    read('', 4),
    '\n# What follows after the last whole line',
    ...[...torn, ...damage, ...open].map((rest) => `${JSON.stringify(rest)} => ${read(commit(5) + rest, 4)}`),
    '\n# Snapshots',
    ...SNAPSHOTS.map((text) => `${JSON.stringify(text)} => ${readSnapshot(text)}`),
  ]
  await expect(`${lines.map(wrap).join('\n')}\n`).toMatchFileSnapshot('codecs.txt')
})
