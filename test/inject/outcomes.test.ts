// What a campaign says of clients whose behaviour is known: each outcome, and suites that are hard to examine.

import { describe, expect, test } from 'vitest'
import { INJECT_FORMATS } from '../../src/inject/formats/formats.ts'
import type { InjectOptions } from '../../src/inject/options.ts'
import { type Client, examine, failuresOf, outcomesOf, rex, type Suite } from './suites.ts'

/** A suite, the part of the campaign, and the outcome of each of its runs. */
type Row = [title: string, suite: Suite, options: Partial<InjectOptions>, outcomes: Record<string, string>]

type Tries = Parameters<Client['call']>[3]

const create = (tries?: Tries, body = () => rex) => ((client) => client.call('POST', '/pets', body(), tries)) satisfies Suite
const list = (tries?: Tries) => ((client) => client.call('GET', '/pets', undefined, tries)) satisfies Suite
const LOSSES = ['lost-reply', 'truncated', 'slow'] as const

const rows: Row[] = [
  [
    'a blind retrier of creations creates twice',
    create({ tries: 2, timeout: 5 }),
    { faults: LOSSES, slow: 10 },
    { 'createPet#1=lost-reply': 'duplicate', 'createPet#1=truncated': 'duplicate', 'createPet#1=slow': 'duplicate' },
  ],
  [
    'a client that looks before it creates again recovers',
    async ({ call, send }) => {
      await call('POST', '/pets', rex, { timeout: 5 }).catch(async () => {
        const pets = await send<(typeof rex)[]>('GET', '/pets')
        if (!pets.some(({ name }) => name === rex.name)) await send('POST', '/pets', rex)
      })
    },
    { faults: [...LOSSES, 'reset'], only: ['createPet'], slow: 10 },
    {
      'createPet#1=lost-reply': 'recovered',
      'createPet#1=truncated': 'recovered',
      'createPet#1=slow': 'recovered',
      'createPet#1=reset': 'recovered',
    },
  ],
  [
    'a HEAD changes nothing and has no body, so a lost or truncated reply does not suit it',
    async ({ url, key }) => {
      if (!(await fetch(`${url}/pets`, { method: 'HEAD', headers: { authorization: `Bearer ${key}` } })).ok) throw new Error('not ok')
    },
    { faults: ['server-error', 'lost-reply', 'truncated'] },
    { 'listPets#1=server-error': 'reported' },
  ],
  [
    'a client that tells its caller is good, whatever the fault',
    create(),
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
    list({ tries: 2, gap: 0.1 }),
    { faults: ['rate-limited', 'unavailable', 'server-error'] },
    { 'listPets#1=rate-limited': 'hammered', 'listPets#1=unavailable': 'hammered', 'listPets#1=server-error': 'recovered' },
  ],
  [
    'a client that waits as asked recovers',
    list({ tries: 2, gap: 'asked' }),
    { faults: ['rate-limited'] },
    { 'listPets#1=rate-limited': 'recovered' },
  ],
  ['an endless retrier hammers', list({ tries: Number.POSITIVE_INFINITY }), { faults: ['outage'] }, { 'listPets#1=outage': 'hammered' }],
  ['three tries after a refusal hammer', list({ tries: 4, refusals: true }), { faults: ['expired'] }, { 'listPets#1=expired': 'hammered' }],
  ['two tries after a refusal do not', list({ tries: 3, refusals: true }), { faults: ['expired'] }, { 'listPets#1=expired': 'reported' }],
  [
    'a client without a time-out takes the late reply',
    async (client) => {
      await list()(client)
      await create()(client)
    },
    { faults: ['slow'] },
    { 'listPets#1=slow': 'waited', 'createPet#1=slow': 'waited' },
  ],
  [
    'and is stuck when it is ended before the reply comes',
    list(),
    { faults: ['slow'], slow: 60, timeout: 5 },
    { 'listPets#1=slow': 'stuck' },
  ],
  [
    'a client that goes on without an end and without a call is unfinished',
    (client) => list()(client).catch(() => client.pause(60)),
    { faults: ['reset'], timeout: 5 },
    { 'listPets#1=reset': 'unfinished' },
  ],
  [
    'a swallowed error of a creation is lost, and of a read ignored',
    async (client) => {
      await list()(client).catch(() => {})
      await create()(client).catch(() => {})
    },
    { faults: ['server-error', 'lost-reply'] },
    { 'listPets#1=server-error': 'ignored', 'createPet#1=server-error': 'lost', 'createPet#1=lost-reply': 'ignored' },
  ],
  [
    'random names hide nothing',
    create({ tries: 2 }, () => ({ ...rex, name: `pet-${Math.random()}` })),
    { faults: ['lost-reply', 'rate-limited'] },
    { 'createPet#1=lost-reply': 'duplicate', 'createPet#1=rate-limited': 'hammered' },
  ],
  [
    'random worlds hide nothing',
    async (client) => {
      const world = `w${Math.random().toString(36).slice(2)}`
      await create({ tries: 2, world })(client)
      await list({ world })(client)
    },
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'duplicate' },
  ],
  [
    'a world that is reset hides nothing, and keeps no fault away',
    async (client) => {
      const reset = () => fetch(`${client.origin}/_sandbox/worlds/default/reset`, { method: 'POST' })
      await reset()
      await create({ tries: 2 })(client)
      await reset()
    },
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'duplicate' },
  ],
  [
    'a retry with a time in the body, or with another query, is a retry',
    async ({ send }) => {
      const body = () => ({ ...rex, name: `Rex ${process.hrtime.bigint()}` })
      await send('POST', '/pets', body()).catch(() => send('POST', '/pets', body()))
      await send('GET', '/pets').catch(() => send('GET', '/pets?attempt=2'))
    },
    { faults: ['lost-reply', 'unavailable'] },
    { 'createPet#1=lost-reply': 'duplicate', 'createPet#1=unavailable': 'hammered', 'listPets#1=unavailable': 'hammered' },
  ],
  [
    'equal calls of several tests are no retries',
    async ({ send }) => {
      let failed = 0
      for (let test = 0; test < 6; test += 1)
        await send('GET', '/pets').catch(() => {
          failed += 1
        })
      expect(failed).toBe(0)
    },
    { faults: ['expired', 'outage'], runs: 2 },
    { 'listPets#1=outage': 'reported', 'listPets#1=expired': 'reported' },
  ],
]

/** A busy machine may keep a run from showing these rules, or let it show them. */
const TIMED = ['backs-off', 'times-out']

/** Times, and numbers that depend on them. */
const VARYING = /\d+\.\d+|(?<="(?:seconds|gap)":)\d+|\d+(?= s\b)|\d{2,}(?= times? more)|0\.\w{9,}|(?<=Rex )\d+/g

describe('a campaign finds that', () => {
  test.each(rows)('%s', async (_title, suite, options, outcomes) => {
    const report = await examine(suite, options)
    expect(outcomesOf(report)).toEqual(outcomes)
    const { runs, rules, ...facts } = report
    const lines = [
      ...runs.map(({ tries, ...run }) => ({ ...run, tries: tries.slice(0, 3) })),
      ...rules.filter(({ rule, verdict, runs }) => runs.length > 0 && (verdict === 'failed' || !TIMED.includes(rule))),
      facts,
    ].map((line) => JSON.stringify(line))
    expect([...lines, INJECT_FORMATS.text(report)].join('\n').replaceAll(VARYING, '#')).toMatchSnapshot()
  })

  test('a run that reaches its time limit tells the limit, and how far apart its tries were', async () => {
    const report = await examine(list({ tries: 9, gap: 1.2 }), { faults: ['outage'], timeout: 6 })
    expect(report.runs[0]?.message ?? report.leftOut).toMatch(
      /^The time limit of a run was reached, and the command was killed\. It ended after (?:[6-9]|\d\d+)\.\d\d s\. No call was open\. From the fault on, equal calls came again \d times?, [1-9]\d*\.\d\d s( to [1-9]\d*\.\d\d s)? apart\. The option timeout/,
    )
  })

  test('one of several tests that run at the same time creates twice', async () => {
    const report = await examine(
      ({ call }) =>
        Promise.all(['Ann', 'Bob', 'Cat'].map((name) => call('POST', '/pets', { ...rex, name }, { tries: name === 'Bob' ? 2 : 1 }))),
      { faults: ['lost-reply'] },
    )
    expect(failuresOf(report)).toHaveLength(1)
    expect(report.runs.find(({ level }) => level === 'fail')?.message).toContain('"name":"Bob"')
  })
})
