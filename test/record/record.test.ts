// What the record of a request is made of: callers, moments, bodies, causes, headers and big ids. Also who is told of it, and how much
// memory all of it may use.

import { describe, expect, test } from 'vitest'
import { BODILESS } from '../../src/contract/reply.ts'
import { BOUNDS } from '../../src/ground/bounds.ts'
import type { Exchange } from '../../src/ground/generated/control.ts'
import { elapsed, isRealTime } from '../../src/ground/moment.ts'
import { addAssumed, addWarning, headerOf, isLoopback, pairsOf, productOf, renderCauses } from '../../src/record/exchange.ts'
import { type Observer, tellAll } from '../../src/record/observer.ts'
import { recordBody } from '../../src/record/record-body.ts'
import type { WorldChange } from '../../src/worlds/world.ts'

test.each<[string | undefined, string]>([
  [undefined, ''],
  ['', ''],
  ['curl/8.5.0', 'curl'],
  [' \tpet-client (linux; x)', 'pet-client'],
  ['(compatible) x', ''],
  ['a;b', 'a'],
  ['a(b)', 'a'],
  ['x'.repeat(101), 'x'.repeat(100)],
])('the program of %j is %j', (userAgent, product) => expect(productOf(userAgent)).toBe(product))

test.each([
  ['::1', true],
  ['127.0.0.1', true],
  ['127.255.10.3', true],
  ['::ffff:127.0.0.1', true],
  ['::FFFF:127.0.0.1', true],
  ['128.0.0.1', false],
  ['127.0.0.1.example', false],
  ['1127.0.0.1', false],
  ['::2', false],
])('%s is loopback: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})

test('the time between two moments is the longer of real time and world time', () => {
  const from = { real: 5, monotonic: 10, world: 100 }
  expect(elapsed(from, { real: 5, monotonic: 13, world: 101 })).toBe(3)
  expect(elapsed(from, { real: 5, monotonic: 11, world: 105 })).toBe(5)
  expect([-2000, -1999, 1999, 2000].map((apart) => isRealTime({ real: 5000, monotonic: 0, world: 5000 + apart }))).toEqual([
    ...[false, true, true, false],
  ])
})

describe('the record of a body', () => {
  const MOST = BOUNDS.recordedBytes

  test('has the whole text or all bytes, up to 64 KiB', () => {
    expect(MOST).toBe(65_536)
    expect(recordBody(Buffer.from('é'))).toEqual({ text: 'é', bytes: 2 })
    expect(recordBody(Buffer.of(0xff, 0))).toEqual({ base64: '/wA=', bytes: 2 })
    expect(recordBody(Buffer.alloc(MOST, 'a'))).toEqual({ text: 'a'.repeat(MOST), bytes: MOST })
  })

  test.each([
    ['a', MOST],
    ['é', MOST - 1],
    ['€', MOST - 2],
    ['🐶', MOST - 1],
    ['🐶', MOST - 2],
    ['🐶', MOST - 3],
  ])('has no half of %s, which begins at byte %i', (letter, begins) => {
    const body = Buffer.from('a'.repeat(begins) + letter + 'b'.repeat(9))
    expect(recordBody(body)).toEqual({ text: 'a'.repeat(begins), bytes: body.length, sha256: expect.stringMatching(/^[\da-f]{64}$/) })
  })

  test('has a letter that ends with it, and cuts bytes that are no text anywhere', () => {
    const letter = Buffer.from(`${'a'.repeat(MOST - 2)}éb`)
    expect(recordBody(letter).text).toBe(`${'a'.repeat(MOST - 2)}é`)
    expect(Buffer.from(recordBody(Buffer.alloc(MOST + 9, 0x80)).base64 ?? '', 'base64')).toHaveLength(MOST - 4)
  })
})

test('causes and headers', () => {
  expect(renderCauses([])).toBe('')
  expect(renderCauses([{ name: 'scenario', parameters: { name: 'slow', step: 1 } }, { name: 'handler' }])).toBe(
    'scenario;name=slow;step=1, handler',
  )
  const headers = ['Host', 'a', 'X-B', 'host', 'x-b', 'c']
  expect(pairsOf(headers)).toEqual([
    ['Host', 'a'],
    ['X-B', 'host'],
    ['x-b', 'c'],
  ])
  expect(['host', 'x-b', 'a', 'accept'].map((name) => headerOf(headers, name))).toEqual(['a', 'host', undefined, undefined])
  expect([200, 204, 304, 205, 404].map((status) => BODILESS.has(status))).toEqual([false, true, true, true, false])
})

test('an assumption is noted once, and a warning each time', () => {
  const notes = { assumed: [] as string[], warnings: [] }
  for (const id of ['a', 'b', 'a']) addAssumed(notes, id)
  addWarning(notes, 'unknown_field', 'odd', { in: 'body', place: '/a' })
  addWarning(notes, 'unused_header', 'none')
  expect(notes).toEqual({
    assumed: ['a', 'b'],
    warnings: [
      { code: 'unknown_field', message: 'odd', in: 'body', place: '/a' },
      { code: 'unused_header', message: 'none' },
    ],
  })
})

test('no bound is so small that usual requests meet it', () => {
  for (const [name, bound] of Object.entries(BOUNDS)) {
    expect(Number.isInteger(bound), name).toBe(true)
    expect(bound, name).toBeGreaterThanOrEqual(/Bytes|Letters/.test(name) ? 64 * 1024 : 16)
  }
})

test('each observer is told what it wants to know, in order', () => {
  const told: unknown[] = []
  class Counting implements Observer {
    readonly #name = 'first'
    began = () => told.push(`${this.#name} began`)
    closed() {
      told.push(`${this.#name} closed`)
    }
  }
  const first = new Counting()
  const tell =
    (what: string) =>
    (...given: unknown[]) =>
      void told.push([what, ...given])
  const second: Observer = {
    began: tell('began'),
    replied: tell('replied'),
    closed: tell('closed'),
    changed: tell('changed'),
    unmatched: tell('unmatched'),
  }
  const tellEach = tellAll(new Set([first, {}, second]))
  const exchange = { id: 'req_1' } as Exchange
  const change = { world: 'w1' } as WorldChange
  const call = { method: 'GET', path: '/', fits: false }
  tellEach('began', exchange)
  tellEach('replied', exchange)
  tellEach('closed', exchange)
  tellEach('changed', change)
  tellEach('unmatched', call)
  expect(told).toEqual([
    ...['first began', ['began', exchange], ['replied', exchange], 'first closed', ['closed', exchange]],
    ...[
      ['changed', change],
      ['unmatched', call],
    ],
  ])
})
