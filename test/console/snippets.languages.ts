// Runs the code that the console copies for Python, Go and Java. PowerShell is seldom installed.

import { expect, test } from 'vitest'
import { FIRST_CALL } from '../../src/console/snippets.ts'
import { testSnippet } from './replay.ts'

test('every language that the console offers is tested', () => {
  expect(Object.keys(FIRST_CALL)).toEqual(['curl', 'fetch', 'Python', 'Go', 'Java', 'PowerShell'])
})

testSnippet('Python')
testSnippet('Go')
testSnippet('Java')
