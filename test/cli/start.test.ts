// The sandbox as a process: its output, its options and variables, and its end.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDirectory, run, runHere, serve } from '../support/command.ts'
import { findPort } from '../support/machines.ts'
import { EVENT_MS } from '../support/patience.ts'

const call = (url: string, key = 'sandbox_free', headers: Record<string, string> = {}) =>
  fetch(`${url}/pets`, { headers: { authorization: `Bearer ${key}`, ...headers } })

test('start prints the base URL, a key for each plan, a curl command and the place of the data; its log in a pipe is JSON', async () => {
  const data = await createDirectory()
  const { child, url, finished } = await serve(['--data', data])
  expect((await call(url)).status).toBe(200)
  child.kill('SIGTERM')
  const { exitCode, output, errors } = await finished
  expect([exitCode, errors]).toEqual([143, ''])
  const [first, second, ...rest] = output.split('\n').map((line) => (line === '' ? '' : JSON.parse(line)))
  expect(first).toMatchObject({
    url,
    data,
    keys: ['sandbox_free', 'sandbox_pro', 'sandbox_business', 'sandbox_enterprise'],
    try: expect.stringContaining(`curl -i ${url}/pets`),
  })
  expect(second).toMatchObject({ method: 'GET', target: '/v1/pets', status: 200, cause: 'handler', key: 'sandbox_free', world: 'default' })
  expect(rest).toEqual([''])
})

test('with --log silent there is no output; wait finds the sandbox, and SIGINT ends it with 130', async () => {
  const port = String(await findPort())
  // The variable would add output.
  const finished = run(['-p', port, '--ephemeral', '--log', 'silent'], { PETSTORE_SANDBOX_LOG: 'json' }, (child) => {
    void runHere(['wait', '-p', port, '--timeout', String(EVENT_MS / 1000)]).then(async ({ exitCode }) => {
      if (exitCode === 0) await call(`http://127.0.0.1:${port}/v1`)
      child.kill(exitCode === 0 ? 'SIGINT' : 'SIGKILL')
    })
  })
  expect(await finished).toEqual({ exitCode: 130, output: '', errors: '' })
})

const OWN_SCENARIO = 'summary: A teapot.\nsteps:\n  - respond: { status: 418 }\n'

test('options have their effects, and --log text has no colours in a pipe', async () => {
  const scenarios = await createDirectory()
  await writeFile(join(scenarios, 'teapot.yaml'), OWN_SCENARIO)
  const options = ['--cors', 'off', '--enterprise-limits', '7/70', '--ban-for', '2.5', '--key', 'pro:first', '--key', 'free_w2:second']
  const { child, url, finished } = await serve([...options, '--ephemeral', '--scenarios', scenarios, '--log', 'text'])
  const limitOf = async (key: string) => (await call(url, key)).headers.get('x-ratelimit-limit')
  expect(await Promise.all(['sandbox_enterprise', 'first', 'second'].map(limitOf))).toEqual(['7', '300', '60'])
  expect((await call(url, 'first', { origin: 'http://shop.test' })).headers.get('access-control-allow-origin')).toBeNull()
  expect((await call(url, 'first', { 'sandbox-scenario': 'teapot' })).status).toBe(418)
  child.kill('SIGTERM')
  const { output } = await finished
  expect(output).toMatch(/^\d\d:\d\d:\d\d GET \/v1\/pets 418 scenario;name=teapot;step=1 first \d+ ms$/m)
  expect(output).not.toContain('\u001b')
})

test('variables set options, an option wins, and a warning names an unknown variable', async () => {
  const { url, child, finished } = await serve(['--log', 'json', '--limits', 'on'], {
    PETSTORE_SANDBOX_EPHEMERAL: 'true',
    PETSTORE_SANDBOX_BARE: 'false',
    PETSTORE_SANDBOX_SIZE: '3',
    PETSTORE_SANDBOX_LIMITS: 'off',
    PETSTORE_SANDBOX_KEY: 'free:first pro:second',
    PETSTORE_SANDBOX_SEED: '',
    PETSTORE_SANDBOX_SERVICE_HOST: '10.0.0.1',
    PETSTORE_SANDBOX_PORT_4010_TCP_ADDR: '10.0.0.1',
    PETSTORE_SANDBOX_SIZ: '4',
    PORT: '1',
  })
  const response = await call(url, 'first')
  expect(await response.json()).toHaveLength(3)
  expect(response.headers.get('sandbox-cause')).toBe('handler')
  expect(response.headers.get('x-ratelimit-remaining')).toBe('59')
  expect((await call(url, 'second')).headers.get('x-ratelimit-limit')).toBe('300')
  child.kill('SIGTERM')
  const { errors, output } = await finished
  expect(errors).toBe('warning: PETSTORE_SANDBOX_SIZ is not known: did you mean PETSTORE_SANDBOX_SIZE?\n')
  expect(JSON.parse(output.split('\n')[0] ?? '')).toMatchObject({ data: 'in memory only' })
})
