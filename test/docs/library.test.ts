// docs/reference/library.md describes the library by its types. npm run docs writes the page again.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Declared, readLibrary } from '../../build/library/read-library.ts'
import { LIBRARY_PAGE, renderLibrary } from '../../build/library/render-library.ts'
import { ROOT, readPage } from '../support/pages.ts'

const library = readLibrary(ROOT.replace(/\/$/, ''))
const declared = (name: string): Declared => library.get(name) ?? expect.fail(`the library has no ${name}`)

test('the page of the library matches the types', () => {
  const page = renderLibrary(library)
  if (process.env.UPDATE_DOCS) writeFileSync(join(ROOT, LIBRARY_PAGE), page)
  expect(readPage(LIBRARY_PAGE), 'npm run docs writes it again').toBe(page)
})

test('the page has all exports and the types that they use, and no internal ones', () => {
  expect(declared('startSandbox').isExported).toBe(true)
  expect(declared('Finding').isExported).toBe(false)
  expect(library.has('planCampaign')).toBe(false)
  expect(declared('SandboxOptions').members.map(({ name }) => name)).not.toContain('domain?')
  expect(declared('WorldHandle').members).toContainEqual({
    name: 'clock.set(change: ClockChange)',
    type: 'Promise<ClockState>',
    comment: 'Sets the time, or freezes or unfreezes the clock, or both.',
  })
})

test.each<[string, Partial<Declared> & { readonly name: string }, string]>([
  ['no section', { name: 'Strange' }, 'Strange has no section in build/library/render-library.ts'],
  ['no comment', { name: 'Health', comment: '' }, 'Health in src/ground/generated/control.ts has no comment'],
  [
    'a member without a comment',
    { name: 'Health', members: [{ name: 'worlds', type: 'number', comment: '' }] },
    'Health.worlds in src/ground/generated/control.ts has no comment',
  ],
])('a type with %s is an error', (_fault, change, message) => {
  expect(() => renderLibrary(new Map(library).set(change.name, { ...declared('Health'), ...change }))).toThrow(message)
})

test('a type that is missing in the library is an error', () => {
  const rest = new Map([...library].filter(([name]) => name !== 'Health'))
  expect(() => renderLibrary(rest)).toThrow('Health has a section, but the library does not show it')
})
