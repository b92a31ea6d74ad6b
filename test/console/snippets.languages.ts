// Runs the code that the console copies for Python, Go and Java. PowerShell is seldom installed.

import { expect, test } from 'vitest'
import { FIRST_SNIPPETS, SNIPPETS } from '../../src/console/snippets.ts'
import { testSnippet } from './replay.ts'

test('every language that the console offers is tested', () => {
  expect(Object.keys(SNIPPETS)).toEqual(['curl', 'fetch', 'Python', 'Go'])
  expect(Object.keys(FIRST_SNIPPETS)).toEqual([...Object.keys(SNIPPETS), 'Java', 'PowerShell'])
})

testSnippet('Python')
testSnippet('Go')
testSnippet('Java')
