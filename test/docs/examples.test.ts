// The examples are run: each folder of examples/ has its row, and each suite has the tests that the page promises.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listExamples } from '../examples/examples.ts'
import { proseOf, ROOT, readPage } from '../support/pages.ts'

const examples = listExamples({ tarball: '', typeRoots: '' })
const folders = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('every folder of examples/ is run, and is on the page', () => {
  expect(examples.map(({ folder }) => folder).sort()).toEqual(folders.sort())
  const rows = [...proseOf('examples/README.md').matchAll(/^\| \[`([\w-]+)`\]/gm)].map(([, folder]) => folder)
  expect(rows.sort()).toEqual(folders.sort())
})

/** Words in the name of a test, and a call that the test has to make. */
const TESTS: Readonly<Record<string, readonly [name: RegExp, call: RegExp]>> = {
  'parallel tests': [/works ?beside ?other ?tests/i, /violations/i],
  'Retry-After': [/waits ?as ?long ?as ?retry[ -]?after ?says/i, /throttled-then-ok/],
  'the limit of the day': [/meets ?the ?limit ?of ?the ?day/i, /429/],
  'the removal of an operation': [/works ?after ?the ?removal ?of ?an ?operation ?in ?december ?2030/i, /2030-12-05T00:00:00Z/],
  'a wrong animal': [/reports ?a ?wrong ?animal/i, /400/],
}

test.each(folders)('the suite %s shows all that the page says', (folder) => {
  const [, path = ''] = new RegExp(`\\[\`${folder}\`\\]\\((.*?)\\)`).exec(proseOf('examples/README.md')) ?? []
  const code = readPage(`examples/${path}`).replaceAll('_', ' ')
  for (const [subject, [name, call]] of Object.entries(TESTS)) {
    const from = code.search(name)
    expect(from, subject).toBeGreaterThan(0)
    expect(code.slice(from), subject).toMatch(call)
  }
})

test('the two suites in JavaScript have the same client', () => {
  expect(readPage('examples/jest/client.js')).toBe(readPage('examples/node-test/client.js'))
})

test('CI runs the examples', () => {
  expect(readPage('.ci/run')).toMatch(/^twice npm test -- examples$/m)
})
