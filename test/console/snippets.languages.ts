// Runs the code that the console copies for Python and Go.

import { expect, test } from 'vitest'
import { SNIPPETS } from '../../src/console/snippets.ts'
import { testSnippet } from './replay.ts'

test('every language that the console offers is tested', () => {
  expect(Object.keys(SNIPPETS)).toEqual(['curl', 'fetch', 'Python', 'Go'])
})

testSnippet('Python')
testSnippet('Go')
