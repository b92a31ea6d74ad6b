// The page of real clients has every client in every scenario, as test/clients/run.ts runs them.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadOwnScenarios } from '../../src/package-files.ts'
import { listLanguages } from '../clients/clients.ts'
import { SUITES, TRIALS } from '../clients/scenarios.ts'
import { ROOT, readPage } from '../support/pages.ts'

const PROGRAMS = join(ROOT, 'test', 'clients', 'programs')
const languages = listLanguages({ root: ROOT, programs: PROGRAMS })
const clients = languages.flatMap((language) => language.clients)
const page = readPage('docs/reference/clients.md')

test.each(TRIALS)('the page shows every client in $scenario', ({ scenario, asks }) => {
  const [, section = ''] = new RegExp(`^## ${scenario}\\n(.*?)(?=^## |$(?![^]))`, 'ms').exec(page) ?? []
  expect(section).toContain(asks)
  expect([...section.matchAll(/^\| (.*?) \|/gm)].map(([, name]) => name).slice(2)).toEqual(clients.map(({ name }) => name))
})

test.each(SUITES)('no client was failed for the suite $suite in $scenario', ({ does, scenario }) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${does} | \`${scenario}\` |`))
  const suitable = clients.filter(({ playsSuites }) => playsSuites)
  expect(row?.match(/ \d+ requests, passed /g)).toHaveLength(suitable.length)
})

test('the page has the version and the settings of every client', () => {
  for (const { name } of clients) expect(page).toMatch(new RegExp(`^\\| ${name} \\| \\d[\\d., ]* \\| `, 'm'))
  for (const { set } of clients) expect(page).toContain(` | ${set} |\n`)
})

test('the scenarios are in the catalogue', async () => {
  const names = (await loadOwnScenarios([])).list().map(({ name }) => name)
  for (const { scenario } of [...TRIALS, ...SUITES]) expect(names).toContain(scenario)
})

test('every program is run, and CI runs them', () => {
  const sources = readdirSync(PROGRAMS).filter((name) => /\.(ts|sh|py)$/.test(name) && !name.startsWith('play.'))
  const started = clients.flatMap(({ start }) => start).join(' ')
  for (const name of sources) expect(started).toContain(name)
  expect(sources.length + 3).toBe(clients.length) // Go has one program in its folder, and Java has two.
  expect(readPage('.ci/run')).toMatch(/^twice npm test -- clients$/m)
})
