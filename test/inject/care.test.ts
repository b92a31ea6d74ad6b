// What a campaign takes care of: suites that repeat their tests, that fail now and then, or that leave processes behind.

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inject, startSandbox } from '../../src/sandbox.ts'
import { createDirectory } from '../support/command.ts'
import { examine, failuresOf, outcomesOf, QUICK, rex, type Suite } from './suites.ts'

/** A suite of two tests, each run again up to two times, as `retry: 2` of vitest does. */
const repeated: Suite = async ({ send }) => {
  const repeat = async (test: () => Promise<unknown>) => {
    for (let count = 1; ; count += 1) {
      try {
        return await test()
      } catch (error) {
        if (count === 3) throw error
      }
    }
  }
  await repeat(() => send('POST', '/pets', rex))
  await repeat(async () => {
    const { id } = await send('POST', '/pets', { ...rex, name: 'Tom' })
    await send('GET', `/pets/${id}`)
  })
}

test('a suite that runs failed tests again is noticed, and its client is not blamed', async () => {
  const report = await examine(repeated, { faults: ['lost-reply', 'reset'] })
  expect(outcomesOf(report)).toMatchObject({ 'createPet#1=lost-reply': 'duplicate', 'getPet#1=reset': 'recovered' })
  expect(report).toMatchObject({ suiteRepeatsTests: true, verdict: 'passed' })
  expect(failuresOf(report)).toEqual([])
  expect(report.rules.filter(({ verdict }) => verdict === 'failed')).toEqual([])
})

test('a real runner that runs failed tests again is noticed', async () => {
  const directory = await createDirectory()
  const file = join(directory, 'pets.test.mjs')
  await writeFile(
    file,
    `import { expect, test } from 'vitest'
     const { PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key } = process.env
     const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
     test('creates and reads back', async () => {
       const created = await fetch(url + '/pets', { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' })
       const { id } = await created.json()
       const read = await fetch(url + '/pets/' + id, { headers })
       expect(read.status).toBe(200)
     })`,
  )
  const vitest = join(process.cwd(), 'node_modules', 'vitest', 'vitest.mjs')
  const command = [process.execPath, vitest, 'run', '--root', directory, '--retry=2', '--globals']
  const env = { ...process.env, NODE_PATH: join(process.cwd(), 'node_modules'), VITEST: undefined }
  const report = await inject({ ...QUICK, command, env, faults: ['server-error'], only: ['getPet'], timeout: 60 })
  expect(report.suiteRepeatsTests).toBe(true)
  expect(failuresOf(report)).toEqual([])
})

test('a failure that does not come again is unstable, and does not fail', async () => {
  let runs = 0
  const report = await examine(
    ({ call }) => {
      runs += 1
      // The third run is the first one with a fault.
      return call('POST', '/pets', rex, { tries: runs === 3 ? 2 : 1 })
    },
    { faults: ['lost-reply'] },
  )
  expect(report.runs).toMatchObject([{ outcome: 'duplicate', level: 'advice', confirmed: 'no' }])
  expect(report).toMatchObject({ verdict: 'passed', unstable: ['createPet#1=lost-reply'] })
})

test('calls that only one of the two runs has are named', async () => {
  let runs = 0
  const report = await examine(
    async ({ send }) => {
      runs += 1
      await send('GET', '/pets')
      if (runs === 2) await send('GET', '/store/orders')
    },
    { faults: ['expired'], runs: 1 },
  )
  expect(report.unstable).toEqual(['listOrders#1'])
})

test('a refused call, and runs above the bound, are left out and said', async () => {
  const report = await examine(
    async ({ send, url }) => {
      await send('GET', '/pets')
      await fetch(`${url}/pets`, { headers: { authorization: 'Bearer wrong' } })
    },
    { faults: ['expired', 'outage'], runs: 1 },
  )
  expect(report.runs).toHaveLength(1)
  expect(report.leftOut).toEqual([
    { call: 'listPets#2', fault: '*', reason: 'it is refused with 401 before a fault can act' },
    { call: 'listPets#1', fault: 'expired', reason: 'more than 1 runs' },
  ])
})

test('a process that the suite leaves behind ends with its run', async () => {
  const file = join(await createDirectory(), 'pid')
  const code = `sleep 1000 & printf '%s ' $! >>"$0"; exec curl -fs "$PETSTORE_BASE_URL/pets" -H "Authorization: Bearer $PETSTORE_API_KEY"`
  await inject({ ...QUICK, command: ['sh', '-c', code, file], faults: ['expired'] })
  const pids = (await readFile(file, 'utf8')).trim().split(' ')
  expect(pids).toHaveLength(3)
  for (const pid of pids) expect(existsSync(`/proc/${pid}/cmdline`) && (await readFile(`/proc/${pid}/cmdline`, 'utf8')) !== '').toBe(false)
})

test('nothing passes from one run to the next', async () => {
  const before: unknown[] = []
  const report = await examine(
    async ({ send }) => {
      before.push(
        await send<unknown[]>('GET', '/pets').then(
          ({ length }) => length,
          () => 'fault',
        ),
      )
      await send('POST', '/pets', rex).catch(() => {})
    },
    { faults: ['truncated'] },
  )
  expect(report.runs.length).toBeGreaterThan(1)
  expect(new Set(before)).toEqual(new Set([15, 'fault']))
})

test('an ended campaign reports what it has, and ends its runs', async () => {
  const ending = new AbortController()
  const report = await examine(
    ({ send, pause }) =>
      send('GET', '/pets').catch(() => {
        ending.abort()
        return pause(3600)
      }),
    { faults: ['expired', 'outage', 'reset'], jobs: 1, timeout: 3600, signal: ending.signal },
  )
  expect(report).toMatchObject({ isInterrupted: true, runs: [] })
  expect(report.leftOut.map(({ reason }) => reason)).toEqual(['interrupted', 'interrupted', 'interrupted'])
})

test('a policy exempts runs by the rule that they break', async () => {
  const code: Suite = ({ call }) => call('GET', '/pets', undefined, { tries: 2 })
  const all = [{ rule: 'honours-retry-after' as const, reason: 'a worker waits' }]
  const exempted = await examine(code, { faults: ['rate-limited'], policy: { exempt: all } })
  expect(exempted).toMatchObject({ verdict: 'passed', runs: [{ outcome: 'hammered', exempted: 'a worker waits' }] })
  const exempt = [{ rule: 'honours-retry-after' as const, operation: 'createPet', reason: 'old' }]
  expect((await examine(code, { faults: ['rate-limited'], policy: { exempt } })).verdict).toBe('failed')
})

test('a later version of the service shows how a client reads what it does not know', async () => {
  const strict = await examine(
    async ({ send }) => {
      const pets = await send<{ id: number; status: string }[]>('GET', '/pets')
      expect(pets.every((pet) => Object.keys(pet).length === 4)).toBe(true)
      expect(['available', 'pending', 'sold']).toEqual(expect.arrayContaining(pets.map(({ status }) => status)))
      await send('GET', `/pets/${pets[0]?.id}`)
    },
    { faults: ['drift'] },
  )
  expect(outcomesOf(strict)).toEqual({ 'new-fields=drift': 'broke', 'new-status=drift': 'broke', 'big-ids=drift': 'broke' })
  const tolerant = await examine(
    async ({ send, url, key }) => {
      const text = await (await fetch(`${url}/pets`, { headers: { authorization: `Bearer ${key}` } })).text()
      await send('GET', `/pets/${/"id":(\d+)/.exec(text)?.[1]}`)
      // A test may count what a world starts with.
      expect(text.match(/"id":/g)).toHaveLength(15)
    },
    { faults: ['drift'] },
  )
  expect(outcomesOf(tolerant)).toEqual({ 'new-fields=drift': 'recovered', 'new-status=drift': 'recovered', 'big-ids=drift': 'recovered' })
})

test('a sandbox of the suite’s own is not touched', async () => {
  await using own = await startSandbox()
  const report = await examine(
    async ({ send, key }) => {
      await fetch(`${own.url}/pets`, { headers: { authorization: `Bearer ${key}` } })
      await send('GET', '/pets')
    },
    { faults: ['reset'] },
  )
  expect(report.reference.calls).toBe(1)
})
