// How much of a body is received, kept and dropped, to the byte.

import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { messageOf, Problem } from '../../../src/ground/problem.ts'
import { breakBody, findBrokenBody, hasBody, isExpecting, receiveBody } from '../../../src/ground/sockets/receive-body.ts'

const KIB = 1024
const MIB = 1024 * KIB

const requestOf = (stream: Readable): IncomingMessage => Object.assign(stream, { socket: new Socket() }) as unknown as IncomingMessage

/** A result in words. */
async function receive(sizes: readonly number[], maxBytes: number): Promise<string> {
  const request = requestOf(Readable.from(sizes.map((size) => Buffer.alloc(size, size % 7))))
  const { bytes, isTooLarge, isLeft } = await receiveBody(request, maxBytes)
  if (bytes) expect(bytes.equals(Buffer.concat(sizes.map((size) => Buffer.alloc(size, size % 7))))).toBe(true)
  const events = ['data', 'end', 'error', 'close'].map((name) => request.listenerCount(name))
  const words = [
    bytes && `${bytes.length} bytes`,
    isTooLarge && 'too large',
    isLeft && 'a rest is left',
    Math.max(...events) > 0 && 'listens',
  ]
  return words.filter(Boolean).join(', ')
}

test.each<[sizes: number[], maxBytes: number, result: string]>([
  [[], 10, '0 bytes'],
  [[9], 10, '9 bytes'],
  [[5, 5], 10, '10 bytes'],
  [[11], 10, 'too large'],
  [[5, 5, 1, 5], 10, 'too large'],
  [[64 * KIB], MIB, '65536 bytes'],
  [[64 * KIB, 1, 2], MIB, '65539 bytes'],
  [[64 * KIB + 1, 64 * KIB, 1], 100 * KIB, 'too large'],
  [[MIB, 15 * MIB], 10, 'too large'],
  [[MIB, 15 * MIB, 1, 5], 10, 'too large, a rest is left'],
  [[MIB, 16 * MIB], 17 * MIB, `${17 * MIB} bytes`],
  [[MIB, 16 * MIB, 1, 5], 17 * MIB, `too large, a rest is left`],
])('pieces of %j bytes with a maximum of %i: %s', async (sizes, maxBytes, result) => {
  expect(await receive(sizes, maxBytes)).toBe(result)
})

test('a body that breaks off is refused, before its reading and during it', async () => {
  const message = (request: IncomingMessage) => receiveBody(request, 10).then(() => 'received', messageOf)
  const gone = requestOf(new Readable({ read() {} }).destroy())
  expect(await message(gone)).toBe('the client left in the middle of the body')
  const leaving = requestOf(new Readable({ read() {} }))
  const left = message(leaving)
  leaving.destroy()
  expect(await left).toBe('the client left in the middle of the body')
  const failing = requestOf(new Readable({ read() {} }))
  const failed = message(failing)
  failing.destroy(new Error('no more'))
  expect(await failed).toBe('no more')
  const broken = new Problem('invalid_body', 'it is broken')
  const [early, late] = [requestOf(new Readable({ read() {} })), requestOf(new Readable({ read() {} }))]
  expect(findBrokenBody(early)).toBeUndefined()
  breakBody(early, broken)
  expect(findBrokenBody(early)).toBe(broken)
  const broke = message(late)
  breakBody(late, broken)
  expect([await message(early), await broke]).toEqual(['it is broken', 'it is broken'])
})

test.each<[headers: Record<string, string>, minor: number, hasOne: boolean, waits: boolean]>([
  [{}, 1, false, false],
  [{ 'content-length': '0' }, 1, true, false],
  [{ 'transfer-encoding': 'chunked' }, 1, true, false],
  [{ 'content-length': '1', expect: '100-continue' }, 1, true, true],
  [{ 'content-length': '1', expect: 'x, 100-Continue;q=1' }, 1, true, true],
  [{ 'content-length': '1', expect: '100-continue' }, 0, true, false],
  [{ 'content-length': '1', expect: '100-continues' }, 1, true, false],
  [{ 'content-length': '1', expect: 'x100-continue' }, 1, true, false],
  [{ expect: '100-continue' }, 1, false, false],
])('%j with HTTP/1.%i: a body %s, waits for 100 Continue %s', (headers, httpVersionMinor, hasOne, waits) => {
  const request = { headers, httpVersionMinor } as IncomingMessage
  expect([hasBody(headers), isExpecting(request)]).toEqual([hasOne, waits])
})
