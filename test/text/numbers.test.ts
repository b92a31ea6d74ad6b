import { expect, test } from 'vitest'
import { count } from '../../src/text/numbers.ts'

test.each<[args: Parameters<typeof count>, text: string]>([
  [[0, 'call'], '0 calls'],
  [[1, 'call'], '1 call'],
  [[2, 'call'], '2 calls'],
  [[0.2, 'second'], '0.2 seconds'],
  [[1000, 'byte'], '1,000 bytes'],
  [[1, 'try', 'tries'], '1 try'],
  [[3, 'try', 'tries'], '3 tries'],
])('%j is %s', (args, text) => {
  expect(count(...args)).toBe(text)
})
