// The tools for coding agents, called by the client of the Model Context Protocol's own package.

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type Progress, ProgressNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../../src/sandbox.ts'
import { createDirectory, isAlive, MAIN, run } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

/** A client that sends each call without a reply again at once. A shell starts in a tenth of the time of Node.js. */
const HASTY_CLIENT = [
  'sh',
  '-c',
  `send() { curl -sSfo /dev/null -H "Authorization: Bearer $PETSTORE_API_KEY" "$@" "$PETSTORE_BASE_URL/pets"; }
  create() { send -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}'; }
  again() { "$@" || { test $? != 22 && "$@"; }; }
  again create && again send`,
]

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
  expect((await ask('deleteActiveScenarios', { world: 'default' })).text).toBe('Done.')
  expect((await ask('advanceClock', { world: 'w2', body: { seconds: 61 } })).text).toContain('"frozen":false')
  expect((await ask('listRequests', { world: 'w2' })).text).toBe('No request matches.')
})

test('an agent reads the newest 50 requests, and the report as text, or of a world', async () => {
  const [, url = ''] = /^PETSTORE_BASE_URL=(.*)$/m.exec((await ask('start')).text) ?? []
  await fetch(`${url}/pets`, { headers: { authorization: 'Bearer sandbox_free_w3' } })
  for (let sent = 0; sent < 51; sent += 1) await fetch(`${url}/pets`, { headers: { authorization: 'Bearer sandbox_pro_w4' } })
  expect((await ask('listRequests', { world: 'w4' })).text).toMatch(/^1 earlier request is left out/)
  const { text } = await ask('getReport', { world: 'w3' })
  expect(text).toContain('1 call in 1 world')
})

test('the contract can be read in two calls: the start, and operations with everything that they refer to', async () => {
  const overview = (await ask('start')).text
  expect(overview.length).toBeLessThan(3200)
  const { text } = await ask('readContract', { operations: ['listPets', 'createPet', 'getPet', 'listOrders'] })
  expect(text.length).toBeLessThan(10_500)
  const parts = JSON.parse(text)
  for (const [, reference = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) expect(parts).toHaveProperty([reference])
  expect(parts['#/components/headers/Retry-After'].description).toContain('number of seconds')
  expect(parts['GET /pets']['x-assumption']).toEqual(['order'])
  const { headers } = parts['#/components/responses/TooManyRequests']
  expect(headers).toEqual(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'])
  const orders = (await ask('readContract', { operations: ['listOrders'] })).text
  expect([orders.includes('#/components/schemas/Order'), orders.includes('#/components/schemas/Pet')]).toEqual([true, false])
  expect(text + orders).not.toMatch(/"(tags|examples)":/)
})

test('an agent has a client examined by faults, and repeats a run', async () => {
  const { text, isError } = await ask('inject', { command: HASTY_CLIENT, faults: ['lost-reply'] })
  expect([isError, text]).toEqual([false, expect.stringContaining('TWICE')])
  expect((await ask('inject', { command: HASTY_CLIENT, faults: ['reset', 'later'], only: ['createPet#1'] })).text).toContain('   1 run in ')
})

test('a long examination tells how far it is, and ends after the given time', async () => {
  // Its own handler and token: `onprogress` of the client forgets what comes together with the result.
  const seen: Progress[] = []
  client.setNotificationHandler(ProgressNotificationSchema, ({ params }) => void seen.push(params))
  const input = { command: HASTY_CLIENT, faults: ['server-error', 'reset'] }
  await client.callTool({ name: 'inject', arguments: input, _meta: { progressToken: 'long' } })
  expect(seen.map(({ progress }) => progress)).toEqual([0, 1, 2, 3, 4])
  expect(seen.at(-1)).toMatchObject({ total: 4, message: '4 of 4 runs, 0 bad' })
  expect(await ask('inject', { command: ['sleep', '60'], seconds: 1 })).toEqual({
    isError: true,
    text: 'the campaign was interrupted before its first run with a fault: two runs without one come first',
  })
})

test('the tools are few, and each has a description and a schema for its input', async () => {
  const { tools } = await client.listTools()
  const shown = tools
    .map((tool) => `${JSON.stringify(tool)}\n`)
    .join('')
    .replaceAll(process.cwd(), '/project')
  await expect(shown).toMatchFileSnapshot('shown/tools.txt')
  expect(tools.length).toBeLessThanOrEqual(15)
  for (const { name, description = '', inputSchema } of tools) {
    expect(description.length, name).toBeGreaterThan(20)
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
    expect(JSON.stringify(inputSchema), name).not.toContain('$ref')
  }
  // An agent reads this list at each start, and pays for it. The path of the project is not ours to bound.
  expect(shown.length).toBeLessThan(11_500)
})

const REFUSED: [tool: string, input: Record<string, unknown>, text: string][] = [
  ['getRequest', { id: 'req_a_1' }, 'request is missing: send a string; id is not in the input of getRequest: leave it out'],
  ['getRequest', { request: 'req_a_1' }, 'the journal has no request req_a_1'],
  ['getRequest', { request: '\ud800' }, 'the journal has no request'],
  ['listRequests', { world: 'nobody' }, 'there is no world nobody'],
  ['putClock', { world: 'default', body: { frozn: true } }, 'did you mean frozen?'],
  ['putClock', { world: 'default', body: { now: 'soon' } }, 'now must be a time from 1970 to 9998'],
  ['advanceClock', { world: 'w1', seconds: 5 }, 'send these fields inside body: {"body":{"seconds":5}}'],
  ['putActiveScenarios', { world: 'w1', scenarios: [] }, 'body is missing: it must be given. For example [{"name":"flaky"'],
  ['readContract', { operationId: 'getPet' }, 'operationId is not in the input of readContract: did you mean operations?'],
  ['readContract', { operations: ['noSuchOperation'] }, 'the operations are listPets'],
  ['listRequests', { wrld: 'w1' }, 'did you mean world?'],
  ['putLimits', { world: 'default', plan: 'gold', body: { remaining: 1 } }, 'gold'],
  ['inject', { command: 'node suite.mjs' }, 'command must be an array'],
  ['inject', { command: ['node'], faults: ['lost-repl'] }, 'did you mean lost-reply?'],
  ['inject', { command: ['node'], seconds: 1e12 }, 'seconds must be at most 86400'],
  ['noSuchTool', {}, 'getReport'],
]

test('a wrong input and an unknown tool are refused in a sentence that names what is known', async () => {
  for (const [tool, input, text] of REFUSED)
    expect([tool, await ask(tool, input)]).toEqual([tool, { isError: true, text: expect.stringContaining(text) }])
})

test('a sandbox may come after the first call, and a call after its end says that it is gone', async () => {
  const first = await startSandbox()
  await first.close()
  const there = await serve(['--url', first.origin])
  const gone = {
    isError: true,
    text: `${first.origin}: no sandbox answers: nobody listens there: start a sandbox, or name another address (ECONNREFUSED)`,
  }
  expect(await there.ask('start')).toEqual(gone)
  const sandbox = await startSandbox({ port: Number(new URL(first.origin).port) })
  expect((await there.ask('start')).isError).toBe(false)
  await sandbox.close()
  expect(await there.ask('readContract', { operations: ['getPet'] })).toEqual(gone)
  for (const tool of ['start', 'listAssumptions', 'getReport']) expect(await there.ask(tool)).toEqual(gone)
  await there.client.close()
})

test('a message that is too long ends the server with a reason', async () => {
  const { exitCode, errors } = await run(['mcp'], {}, ({ stdin }) => {
    // The server leaves before it has read everything.
    stdin?.on('error', () => {})
    stdin?.write(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(11 * 1024 * 1024)}"}\n`)
  })
  expect([exitCode, errors]).toEqual([2, 'error: a message was too long, so the server ended\n'])
})

test('a line that is no message gets the error of JSON-RPC, and the server goes on', async () => {
  const { output } = await run(['mcp'], {}, ({ stdin }) =>
    stdin?.end('{"jsonrpc":\n{"id":1}\n[]\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n'),
  )
  const replies = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(replies).toMatchObject([
    { id: null, error: { code: -32700 } },
    { id: null, error: { code: -32600 } },
    { id: null, error: { code: -32600 } },
    { id: 1, result: {} },
  ])
})

test('a signal ends the server, and the suite that it examines', async () => {
  const pids = join(await createDirectory(), 'pids')
  const command = ['sh', '-c', `echo $$ >'${pids}'; exec sleep 60`]
  const { exitCode } = await run(['mcp'], {}, (child) => {
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const messages = [
      { id: 1, method: 'initialize', params: hello },
      { id: 2, method: 'tools/call', params: { name: 'inject', arguments: { command } } },
    ]
    for (const message of messages) child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const waiting = setInterval(() => {
      if (!existsSync(pids)) return
      clearInterval(waiting)
      child.kill('SIGTERM')
    }, 20)
    void once(child, 'exit').then(() => clearInterval(waiting))
  })
  expect(exitCode).toBe(143)
  const pid = Number(await readFile(pids, 'utf8'))
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('with an address, the tools drive the sandbox that runs there', async () => {
  const sandbox = await start()
  const there = await serve(['--url', sandbox.origin])
  expect((await there.ask('start')).text).toContain(sandbox.url)
  await there.ask('putClock', { world: 'w1', body: { now: '2030-12-05T00:00:00Z', frozen: true } })
  expect((await sandbox.world('w1').clock.get()).frozen).toBe(true)
  await there.client.close()
})
