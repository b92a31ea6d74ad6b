// What a campaign says of clients whose behaviour is known: each outcome, and suites that are hard to examine.

import { describe, expect, test } from 'vitest'
import type { InjectOptions } from '../../src/inject/options.ts'
import { examine, failuresOf, outcomesOf } from './suites.ts'

/** A client, the part of the campaign, and the outcome of each of its runs. */
type Row = [title: string, code: string, options: Partial<InjectOptions>, outcomes: Record<string, string>]

const CREATE = "await call('POST', '/pets', rex"
const LIST = "await call('GET', '/pets', undefined"
const LOSSES = ['lost-reply', 'truncated', 'slow'] as const

const rows: Row[] = [
  [
    'a blind retrier of creations creates twice',
    `${CREATE}, { tries: 2 })`,
    { faults: LOSSES },
    { 'createPet#1=lost-reply': 'duplicate', 'createPet#1=truncated': 'duplicate', 'createPet#1=slow': 'duplicate' },
  ],
  [
    'a client that looks before it creates again recovers',
    `${CREATE}).catch(async () => {
      const pets = await send('GET', '/pets')
      if (!pets.some(({ name }) => name === rex.name)) await send('POST', '/pets', rex)
    })`,
    { faults: [...LOSSES, 'reset'], only: ['createPet'] },
    {
      'createPet#1=lost-reply': 'recovered',
      'createPet#1=truncated': 'recovered',
      'createPet#1=slow': 'recovered',
      'createPet#1=reset': 'recovered',
    },
  ],
  [
    'a client that tells its caller is good, whatever the fault',
    `${CREATE})`,
    { faults: ['rate-limited', 'server-error', 'lost-reply', 'outage', 'expired'] },
    {
      'createPet#1=rate-limited': 'reported',
      'createPet#1=server-error': 'reported',
      'createPet#1=lost-reply': 'reported',
      'createPet#1=outage': 'reported',
      'createPet#1=expired': 'reported',
    },
  ],
  [
    'a client that comes back before Retry-After hammers',
    `${LIST}, { tries: 2, gap: 0.1 })`,
    { faults: ['rate-limited', 'unavailable', 'server-error'] },
    { 'listPets#1=rate-limited': 'hammered', 'listPets#1=unavailable': 'hammered', 'listPets#1=server-error': 'recovered' },
  ],
  [
    'a client that waits as asked recovers',
    `${LIST}, { tries: 2, gap: 'asked' })`,
    { faults: ['rate-limited'] },
    { 'listPets#1=rate-limited': 'recovered' },
  ],
  [
    'an endless retrier hammers',
    `${LIST}, { tries: Infinity, refusals: true })`,
    { faults: ['outage', 'expired'] },
    { 'listPets#1=outage': 'hammered', 'listPets#1=expired': 'hammered' },
  ],
  [
    'a client without a time-out takes the late reply',
    `${LIST}, { timeout: 0 }); ${CREATE}, { timeout: 0 })`,
    { faults: ['slow'] },
    { 'listPets#1=slow': 'waited', 'createPet#1=slow': 'waited' },
  ],
  [
    'and is stuck when it is ended before the reply comes',
    `${LIST}, { timeout: 0 })`,
    { faults: ['slow'], slow: 60, timeout: 1 },
    { 'listPets#1=slow': 'stuck' },
  ],
  [
    'a client that goes on without an end and without a call is unfinished',
    `try { ${LIST}) } catch { await pause(60) }`,
    { faults: ['reset'], timeout: 1 },
    { 'listPets#1=reset': 'unfinished' },
  ],
  [
    'a swallowed error of a creation is lost, and of a read ignored',
    `try { ${LIST}) } catch {} try { ${CREATE}) } catch {}`,
    { faults: ['server-error', 'lost-reply'] },
    { 'listPets#1=server-error': 'ignored', 'createPet#1=server-error': 'lost', 'createPet#1=lost-reply': 'ignored' },
  ],
  [
    'random names hide nothing',
    `${CREATE.replace('rex', "{ ...rex, name: 'pet-' + Math.random() }")}, { tries: 2 })`,
    { faults: ['lost-reply', 'rate-limited'] },
    { 'createPet#1=lost-reply': 'duplicate', 'createPet#1=rate-limited': 'hammered' },
  ],
  [
    'random worlds hide nothing',
    `const world = 'w' + Math.random().toString(36).slice(2); ${CREATE}, { tries: 2, world }); ${LIST}, { world })`,
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'duplicate' },
  ],
  [
    'a world that is reset hides nothing, and keeps no fault away',
    `const reset = () => fetch(origin + '/_sandbox/worlds/default/reset', { method: 'POST' })
     await reset(); ${CREATE}, { tries: 2 }); await reset()`,
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'duplicate' },
  ],
  [
    'a retry with a time in the body, or with another query, is a retry',
    `const body = () => ({ ...rex, name: 'Rex ' + process.hrtime.bigint() })
     await send('POST', '/pets', body()).catch(() => send('POST', '/pets', body()))
     await send('GET', '/pets').catch(() => send('GET', '/pets?attempt=2'))`,
    { faults: ['lost-reply', 'unavailable'] },
    { 'createPet#1=lost-reply': 'duplicate', 'createPet#1=unavailable': 'hammered', 'listPets#1=unavailable': 'hammered' },
  ],
  [
    'equal calls of several tests are no retries',
    `let failed = 0
     for (let test = 0; test < 6; test++) await send('GET', '/pets').catch(() => { failed++ })
     if (failed) process.exit(1)`,
    { faults: ['expired', 'outage'], runs: 2 },
    { 'listPets#1=outage': 'reported', 'listPets#1=expired': 'reported' },
  ],
]

describe('a campaign finds that', () => {
  test.each(rows)('%s', async (_title, code, options, outcomes) => {
    expect(outcomesOf(await examine(code, options))).toEqual(outcomes)
  })

  test('one of several tests that run at the same time creates twice', async () => {
    const report = await examine(
      `await Promise.all(['Ann', 'Bob', 'Cat'].map((name) => call('POST', '/pets', { ...rex, name }, { tries: name === 'Bob' ? 2 : 1 })))`,
      { faults: ['lost-reply'] },
    )
    expect(failuresOf(report)).toHaveLength(1)
    expect(report.runs.find(({ level }) => level === 'fail')?.message).toContain('"name":"Bob"')
  })
})
