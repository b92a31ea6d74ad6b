// The likely spelling of an unknown name.

import { expect, test } from 'vitest'
import { findNearest } from '../../src/ground/nearest.ts'

const KNOWN = ['port', 'host', 'limits', 'id', 'a', 'on', 'off', 'throttled-then-ok']

test.each([
  ['prot', 'port'],
  ['HOST', 'host'],
  ['hosst', 'host'],
  ['posr', 'port'],
  ['porst', 'port'],
  ['limit', 'limits'],
  ['Limits', 'limits'],
  ['ids', 'id'],
  ['of', 'off'],
  ['throttled', 'throttled-then-ok'],
  ['Thro', 'throttled-then-ok'],
  ['portNumber', 'port'],
  ['limits,port', undefined],
  ['thr', undefined],
  ['throttled-and', undefined],
  ['xyz', undefined],
  ['oxx', undefined],
  ['b', undefined],
  ['', undefined],
  ['banAfter', undefined],
  ['p'.repeat(1_000_000), undefined],
])('%.20s: %s', (name, nearest) => expect(findNearest(name, KNOWN)).toBe(nearest))
