// /llms.txt describes what is served: every operation, scenario and call, in the format of llmstxt.org.

import { expect, test } from 'vitest'
import { loadOwnContract, loadOwnScenarios } from '../../src/package-files.ts'
import { renderOperations } from '../../src/serve/llms.ts'
import { api } from '../support/control.ts'
import { start } from '../support/sandbox.ts'

const read = async (origin: string) => {
  const response = await fetch(`${origin}/llms.txt`)
  return { type: response.headers.get('content-type'), text: await response.text() }
}

test('it has a title, a summary, notes without headings, and sections of links that work', async () => {
  const { origin } = await start()
  const { type, text } = await read(origin)
  expect(type).toBe('text/markdown; charset=utf-8')
  expect(text).toMatch(/^# Pet Store sandbox\n\n> .+\n\n/)
  const [notes = '', ...sections] = text.split(/^## /m)
  expect(notes.match(/^#/gm)).toHaveLength(1)
  expect(sections.map((section) => section.split('\n')[0])).toEqual(['Documents', 'Optional'])
  const links = sections.flatMap((section) => section.trim().split('\n').slice(2))
  for (const link of links) expect(link).toMatch(/^- \[[^\]]+\]\(http:\/\/[^)\s]+\): .+$/)
  for (const [, url = ''] of text.matchAll(/\]\(([^)]+)\)/g)) expect((await fetch(url)).status, url).toBe(200)
  expect(text).toContain(`Base URL: ${origin}/v1.`)
  expect(text).toContain(
    '- Key: `Authorization: Bearer sandbox_free`. The key names a plan: `sandbox_free` (60 requests a minute, 1,000 a day), `s',
  )
})

test('it names everything that is served', async () => {
  const { origin } = await start()
  const { text } = await read(origin)
  const { calls } = (await (await fetch(`${origin}/_sandbox/`)).json()) as {
    calls: { operationId: string; method: string; href: string }[]
  }
  expect(calls.length).toBe(api.operations.length)
  for (const { operationId, method, href } of calls)
    expect(text).toContain(`- \`${method} ${href.slice(origin.length)}\` (${operationId}): `)
  for (const { id, method, path } of (await loadOwnContract()).operations) expect(text).toContain(`- \`${method} ${path}\` (${id}): `)
  const lines = text.split('\n')
  for (const { name, summary } of (await loadOwnScenarios([])).list())
    expect(lines.filter((line) => /^- `([\w-]+)/.exec(line)?.[1] === name && line.endsWith(`: ${summary}`))).toHaveLength(1)
})

test('assumptions of the sandbox are left out', async () => {
  const { origin } = await start()
  const { text } = await read(origin)
  const replies = [...text.matchAll(/\. Replies: ([\w, ]+)\./g)].map(([, list]) => list)
  expect(replies).toContain('201, 400, 401, 429, default')
  expect(replies.join()).not.toMatch(/409|413|5\d\d/)
  expect(text).toMatch(/\(getPet\): .* Deprecated\.$/m)
})

test('an operation that is assumed as a whole is marked, because no published contract has it', async () => {
  const contract = await loadOwnContract()
  const [operation = expect.fail('there is no operation')] = contract.operations
  expect(renderOperations({ ...contract, operations: [operation], publish: () => ({}) })).toBe(
    '- `GET /v1/pets` (listPets): List animals. Query: `limit`, `status`, `cursor`. Assumed: the published contract does not have it.',
  )
})

test('each scenario is written in the form of the switches', async () => {
  const sandbox = await start()
  const { text } = await read(sandbox.origin)
  const [, list = ''] = /with their parameters:\n\n(.*?)\n\n/s.exec(text) ?? []
  const scenarioRequests = [...list.matchAll(/^- `([^`]+)`/gm)].map(([, scenarioRequest = '']) => scenarioRequest)
  expect(scenarioRequests.length).toBeGreaterThan(20)
  // An unknown scenario, an unknown parameter or a wrong value is refused before the scenario that ends the call at once.
  for (const scenarioRequest of scenarioRequests) {
    const headers = { authorization: 'Bearer sandbox_free', 'sandbox-scenario': `${scenarioRequest}, no-such-scenario` }
    const { message } = (await (await fetch(`${sandbox.url}/pets`, { headers })).json()) as { message: string }
    expect(message, scenarioRequest).toContain('There is no scenario "no-such-scenario"')
  }
})
