// The tools for coding agents, called by the client of the Model Context Protocol's own package.

import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

const HASTY_CLIENT = fileURLToPath(new URL('../../examples/hasty-client.mjs', import.meta.url))

type Ask = (tool: string, input?: Record<string, unknown>) => Promise<{ text: string; isError: boolean }>

/** Starts the server as an agent does. */
async function serve(args: readonly string[] = []): Promise<{ client: Client; ask: Ask }> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', ...args] }))
  const ask: Ask = async (name, input = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input })
    const [{ text }] = content as [{ text: string }]
    return { text, isError: Boolean(isError) }
  }
  return { client, ask }
}

/** The server of most tests. A server for each of them would take a second of a processor. */
let client: Client
let ask: Ask
beforeAll(async () => {
  const served = await serve()
  client = served.client
  ask = served.ask
})
afterAll(() => client.close())

test('an agent starts a sandbox, calls it, and reads what it did', async () => {
  const { text } = await ask('start')
  const [, url = ''] = /^PETSTORE_BASE_URL=(.*)$/m.exec(text) ?? []
  await ask('putActiveScenarios', { world: 'default', body: [{ name: 'flaky', parameters: { failures: 1 } }] })
  const headers = { authorization: 'Bearer sandbox_free' }
  expect((await fetch(`${url}/pets`, { headers })).status).toBe(500)
  expect((await fetch(`${url}/pets`, { headers })).status).toBe(200)
  const listed = await ask('listRequests', { status: '5XX' })
  expect(listed.text).toContain('scenario;name=flaky')
  expect(listed.text).not.toContain(' 200 ')
  const [id = ''] = /req_\w+/.exec(listed.text) ?? []
  expect((await ask('getRequest', { request: id })).text).toContain('What was decided')
  expect((await ask('getReport')).text).toMatch(/PASSED|FAILED/)
})

test('an agent has a client examined by faults', async () => {
  const { text, isError } = await ask('inject', { command: [process.execPath, HASTY_CLIENT], faults: ['lost-reply'] })
  expect([isError, text]).toEqual([false, expect.stringContaining('TWICE')])
  expect(await ask('inject', { command: 'node suite.mjs' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('list of texts'),
  })
})

test('the tools are few, and each has a description and a schema for its input', async () => {
  const { tools } = await client.listTools()
  expect(tools.length).toBeLessThanOrEqual(14)
  for (const { name, description = '', inputSchema } of tools) {
    expect(description.length, name).toBeGreaterThan(20)
    expect(inputSchema.type, name).toBe('object')
    expect(JSON.stringify(inputSchema), name).not.toContain('$ref')
  }
  expect(tools.find(({ name }) => name === 'putClock')?.inputSchema.required).toContain('body')
  expect(tools.find(({ name }) => name === 'getRequest')?.inputSchema.required).toEqual(['request'])
})

test('a wrong input and an unknown tool are refused in one sentence', async () => {
  expect(await ask('putLimits', { world: 'default', plan: 'gold', body: { remaining: 1 } })).toMatchObject({
    isError: true,
    text: expect.stringContaining('gold'),
  })
  expect(await ask('noSuchTool')).toMatchObject({ isError: true, text: expect.stringContaining('getReport') })
  expect((await ask('readContract', { operation: 'noSuchOperation' })).text).toContain('listPets')
})

test('with an address, the tools drive the sandbox that runs there', async () => {
  const sandbox = await start()
  const there = await serve(['--url', sandbox.origin])
  expect((await there.ask('start')).text).toContain(sandbox.url)
  await there.ask('putClock', { world: 'w1', body: { now: '2030-12-05T00:00:00Z', frozen: true } })
  expect((await sandbox.world('w1').clock.get()).frozen).toBe(true)
  await there.client.close()
})
