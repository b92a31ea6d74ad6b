// What a campaign takes care of: suites that repeat their tests, that fail now and then, or that leave processes behind.

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src/sandbox.ts'
import { createDirectory } from '../support/command.ts'
import { examine, failuresOf, outcomesOf, suiteOf } from './suites.ts'

/** A suite of two tests, each run again up to two times, as `retry: 2` of vitest does. */
const REPEATED = `
  async function repeat(test) {
    for (let count = 1; ; count++) {
      try { return await test() } catch (error) { if (count === 3) process.exit(1) }
    }
  }
  await repeat(() => send('POST', '/pets', rex))
  await repeat(async () => {
    const { id } = await send('POST', '/pets', { ...rex, name: 'Tom' })
    await send('GET', '/pets/' + id)
  })`

test('a suite that runs failed tests again is noticed, and its client is not blamed', async () => {
  const report = await examine(REPEATED, { faults: ['lost-reply', 'reset'] })
  expect(outcomesOf(report)).toMatchObject({ 'createPet#1=lost-reply': 'duplicate', 'getPet#1=reset': 'recovered' })
  expect(report).toMatchObject({ suiteRepeatsTests: true, verdict: 'passed' })
  expect(failuresOf(report)).toEqual([])
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
  const report = await examine('', { command, env, faults: ['lost-reply', 'server-error'], timeout: 60 })
  expect(report.suiteRepeatsTests).toBe(true)
  expect(failuresOf(report)).toEqual([])
})

test('a failure that does not come again is unstable, and does not fail', async () => {
  const count = join(await createDirectory(), 'count')
  const report = await examine(
    `import { appendFileSync, readFileSync } from 'node:fs'
     appendFileSync('${count}', '.')
     // The third run is the first one with a fault.
     const isOdd = readFileSync('${count}', 'utf8').length === 3
     await call('POST', '/pets', rex, { tries: isOdd ? 2 : 1 }).catch(() => process.exit(1))`,
    { faults: ['lost-reply'] },
  )
  expect(report.runs).toMatchObject([{ outcome: 'duplicate', level: 'advice', confirmed: 'no' }])
  expect(report).toMatchObject({ verdict: 'passed', unstable: ['createPet#1=lost-reply'] })
})

test('calls that only one of the two runs has are named', async () => {
  const count = join(await createDirectory(), 'count')
  const report = await examine(
    `import { appendFileSync, readFileSync } from 'node:fs'
     appendFileSync('${count}', '.')
     await send('GET', '/pets')
     if (readFileSync('${count}', 'utf8').length === 2) await send('GET', '/store/orders')`,
    { faults: ['expired'], runs: 1 },
  )
  expect(report.unstable).toEqual(['listOrders#1'])
})

test('a refused call, and runs above the bound, are left out and said', async () => {
  const report = await examine(
    `await send('GET', '/pets').catch(() => process.exit(1))
     await fetch(url + '/pets', { headers: { authorization: 'Bearer wrong' } })`,
    { faults: ['expired', 'outage'], runs: 1 },
  )
  expect(report.runs).toHaveLength(1)
  expect(report.leftOut).toEqual([
    { call: 'listPets#2', fault: '*', reason: 'it is refused with 401 before a fault can act' },
    { call: 'listPets#1', fault: 'expired', reason: 'more than 1 runs' },
  ])
})

test('a suite that fails without a fault is not examined', async () => {
  const failing = examine(`await send('GET', '/pets'); console.log('no such test'); process.exit(7)`)
  await expect(failing).rejects.toMatchObject({ name: 'StartError', exitCode: 7 })
  await expect(failing).rejects.toThrow(/exit code 7, so nothing was examined\nno such test/)
  await expect(examine('')).rejects.toThrow('its client must read PETSTORE_BASE_URL')
})

test('a process that the suite leaves behind ends with its run', async () => {
  const file = join(await createDirectory(), 'pid')
  await examine(
    `import { spawn } from 'node:child_process'
     import { appendFileSync } from 'node:fs'
     const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
     child.unref()
     appendFileSync('${file}', child.pid + ' ')
     await send('GET', '/pets').catch(() => process.exit(1))
     process.exit(0)`,
    { faults: ['expired'] },
  )
  const pids = (await readFile(file, 'utf8')).trim().split(' ')
  expect(pids).toHaveLength(3)
  for (const pid of pids) expect(existsSync(`/proc/${pid}/cmdline`) && (await readFile(`/proc/${pid}/cmdline`, 'utf8')) !== '').toBe(false)
})

test('nothing passes from one run to the next', async () => {
  const report = await examine(
    `const before = await send('GET', '/pets')
     if (before.length !== 15) process.exit(9)
     await send('POST', '/pets', rex).catch(() => {})`,
    { faults: ['truncated'] },
  )
  expect(report.runs.map(({ exitCode }) => exitCode)).not.toContain(9)
})

test('an ended campaign reports what it has, and ends its runs', async () => {
  const ending = new AbortController()
  const report = await examine(`await send('GET', '/pets').catch(() => pause(30))`, {
    ...{ faults: ['expired', 'outage', 'reset'], jobs: 1, timeout: 60, signal: ending.signal },
    onProgress: ({ planned }) => void setTimeout(() => planned > 0 && ending.abort(), 1000),
  })
  expect(report).toMatchObject({ isInterrupted: true, runs: [] })
  expect(report.leftOut.map(({ reason }) => reason)).toEqual(['interrupted', 'interrupted', 'interrupted'])
  expect(report.seconds).toBeLessThan(20)
})

test('a policy exempts runs by the rule that they break', async () => {
  const code = `await call('GET', '/pets', undefined, { tries: 2 })`
  const ignored = await examine(code, { faults: ['rate-limited'], policy: { ignore: { 'honours-retry-after': 'a worker waits' } } })
  expect(ignored).toMatchObject({ verdict: 'passed', runs: [{ outcome: 'hammered', exempted: 'a worker waits' }] })
  const exempt = [{ rule: 'honours-retry-after', operation: 'createPet', reason: 'old' }]
  expect((await examine(code, { faults: ['rate-limited'], policy: { exempt } })).verdict).toBe('failed')
})

test('a later version of the service shows how a client reads what it does not know', async () => {
  const strict = await examine(
    `const pets = await send('GET', '/pets')
     if (pets.some((pet) => Object.keys(pet).length !== 4)) process.exit(1)
     if (pets.some(({ status }) => !['available', 'pending', 'sold'].includes(status))) process.exit(1)
     await send('GET', '/pets/' + pets[0].id)`,
    { faults: ['drift'] },
  )
  expect(outcomesOf(strict)).toEqual({ 'new-fields=drift': 'broke', 'new-status=drift': 'broke', 'big-ids=drift': 'broke' })
  const tolerant = await examine(
    `const text = await (await fetch(url + '/pets', { headers: { authorization: 'Bearer ' + key } })).text()
     await send('GET', '/pets/' + /"id":(\\d+)/.exec(text)[1])`,
    { faults: ['drift'] },
  )
  expect(outcomesOf(tolerant)).toEqual({ 'new-fields=drift': 'recovered', 'new-status=drift': 'recovered', 'big-ids=drift': 'recovered' })
})

test('a sandbox of the suite’s own is not touched', async () => {
  await using own = await startSandbox()
  const command = await suiteOf(
    `await fetch('${own.url}/pets', { headers: { authorization: 'Bearer ' + key } }); await send('GET', '/pets')`,
  )
  const report = await examine('', { command, faults: ['reset'] })
  expect(report.reference.calls).toBe(1)
})
