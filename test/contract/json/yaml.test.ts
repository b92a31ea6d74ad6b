// YAML is read with the places of its values. YAML without an end, or with too many values or levels, is refused.

import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../../src/contract/json/yaml.ts'
import { StartError } from '../../../src/ground/problem.ts'

/** Nine lists of ten aliases. Each list has aliases of the list before, so there are a thousand million values. */
const BOMB = `a0: &a0 [x]\n${Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`)}]\n`).join('')}`

test.each([
  ['', 'it contains itself, or is nested too deeply', 'steps: &a [*a]'],
  ['', 'it contains itself, or is nested too deeply', 'a: &a\n  b:\n    - c: *a'],
  ['', 'Unresolved alias (the anchor must be set before the alias): nope', 'x: 1\ny: *nope'],
  ['', 'Unresolved alias (the anchor must be set before the alias): later', 'x: *later\ny: &later 1'],
  ['', 'Excessive alias count indicates a resource exhaustion attack', BOMB],
  [':1:4', 'Nested mappings are not allowed in compact mappings', 'a: b: c'],
  [':2:1', 'Map keys must be unique', 'a: 1\na: 2'],
  [':3:22', 'Map keys must be unique', 'list:\n  - x: 1\n    y: { z: 1, b: 2, z: 3 }'],
  [':2:1', 'Map keys must be unique', '1: 1\n1: 2'],
  [':2:1', 'it has more than one document: keep one of them', 'a: 1\n---\nb: 2'],
])('is refused at %s: %s', (place, reason, text) => {
  const error = thrownBy(() => parseYaml(text, 'own.yaml'))
  expect(error).toBeInstanceOf(StartError)
  expect(error).toMatchObject({ exitCode: 2, message: `own.yaml${place}: this is not valid YAML: ${reason}` })
})

test.each(['[', '- ', '{a: '])('thousands of %j are refused with a place', (opening) => {
  const error = thrownBy(() => parseYaml(opening.repeat(5000), 'own.yaml'))
  expect(error).toMatchObject({
    message: expect.stringMatching(/^own\.yaml:1:\d+: this is not valid YAML: it contains itself, or is nested too deeply$/),
  })
})

describe('values', () => {
  test.each<[string, unknown]>([
    ['', null],
    ['a: &a [1]\nb: &b [*a, *a]\nc: *b', { a: [1], b: [[1], [1]], c: [[1], [1]] }],
    ['a: &x 1\nb: *x\nc: &x 2\nd: *x', { a: 1, b: 1, c: 2, d: 2 }],
    ['? &k key\n: *k', { key: 'key' }],
    ['id: 9223372036854775807\nn: 1', { id: 9223372036854775807n, n: 1 }],
  ])('%j', (text, value) => expect(parseYaml(text, 'own.yaml').value).toEqual(value))

  test('of one alias are copies, and not shared', () => {
    const { list } = parseYaml('e: &e { n: 1 }\nlist: [*e, *e]', 'own.yaml').value as { list: object[] }
    expect(list[0]).not.toBe(list[1])
  })

  test('have their place in the text, also after an alias', () => {
    const located = parseYaml('e: &e\n  n: 1\nlist:\n  - *e\n  - m: 2\n', 'own.yaml')
    expect([located.placeOf(['list', 0, 'n']), located.placeOf(['list', 1, 'm']), located.placeOf(['list', 9])]).toEqual([
      [2, 3],
      [5, 5],
      [3, 1],
    ])
  })

  test('have the first place in a text without values', () => {
    expect(parseYaml('', 'own.yaml').placeOf(['steps'])).toEqual([1, 1])
  })

  test('after thousands of aliases are read', () => {
    const text = `e: &e { n: 1 }\nlist: [${Array(5000).fill('*e')}]`
    expect((parseYaml(text, 'own.yaml').value as { list: unknown[] }).list).toHaveLength(5000)
  })
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
