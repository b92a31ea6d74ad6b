// The format by Accept.

import { expect, test } from 'vitest'
import { MEDIA_TYPES, negotiate } from '../../../src/report/formats/negotiate.ts'

test('JSON is served first, annotations not at all', () => {
  expect(MEDIA_TYPES).toEqual(['application/json', 'text/plain', 'application/junit+xml', 'text/markdown'])
})

test.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json, text/plain, */*', 'json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
  ['text/plain', 'text'],
  ['TEXT/Plain; charset=utf-8', 'text'],
  ['text/*', 'text'],
  ['text/markdown', 'markdown'],
  ['application/junit+xml', 'junit'],
  ['text/markdown, */*', 'markdown'],
  ['application/json;q=0.5, text/markdown;q=0.6', 'markdown'],
  ['text/plain;q=0.3, text/*;q=0.8', 'markdown'],
  ['application/json;q=0, */*', 'text'],
  ['text/*;q=0.2, application/*;q=0.1', 'text'],
  ['application/json; q = 0.1, text/plain ;q=0.20', 'text'],
  ['application/json;q=high', 'json'],
  ['*/*;q=0', undefined],
  ['text/html', undefined],
  ['application/xml', undefined],
  ['text/plain;q=0', undefined],
])('%s is answered with %s', (accept, format) => {
  expect(negotiate(accept)).toBe(format)
})
