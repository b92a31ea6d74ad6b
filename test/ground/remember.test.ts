// How much is remembered of texts that were read.

import { expect, test } from 'vitest'
import { remember } from '../../src/ground/remember.ts'

function createCounted(isKept?: (value: string) => boolean) {
  const reads: string[] = []
  const read = remember((text) => {
    reads.push(text)
    return `<${text}>`
  }, isKept)
  return { read, reads }
}

test('a text is read once, and a value that is not to be kept each time', () => {
  const { read, reads } = createCounted((value) => value !== '<b>')
  expect(['a', 'b', 'a', 'b', 'a'].map(read)).toEqual(['<a>', '<b>', '<a>', '<b>', '<a>'])
  expect(reads).toEqual(['a', 'b', 'b'])
})

test('a text of 1,000 letters is kept, and a longer one is not', () => {
  const { read, reads } = createCounted()
  for (const length of [1000, 1000, 1001, 1001]) read('x'.repeat(length))
  expect(reads.map(({ length }) => length)).toEqual([1000, 1001, 1001])
})

test('1,000 texts are kept, and the oldest goes first', () => {
  const { read, reads } = createCounted()
  for (let index = 0; index < 1000; index += 1) read(String(index))
  read('0')
  expect(reads).toHaveLength(1000)
  read('new')
  for (const text of ['1', '999', 'new']) read(text)
  expect(reads).toHaveLength(1001)
  read('0')
  expect(reads.slice(1000)).toEqual(['new', '0'])
})
