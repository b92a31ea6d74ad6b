// The ways to choose what the sandbox does where the document of the service is silent.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/options/generated/sandbox-options.ts'
import { createDirectory } from '../../support/command.ts'
import { start } from '../../support/sandbox.ts'

const KEY = { authorization: 'Bearer sandbox_free_w1' }

async function writeChoices(text: string): Promise<string> {
  const file = join(await createDirectory(), 'choices.yaml')
  await writeFile(file, text)
  return file
}

async function firstId(url: string): Promise<[number | undefined, string | null]> {
  const response = await fetch(`${url}/pets?limit=2`, { headers: KEY })
  const [pet] = (await response.json()) as { id: number }[]
  return [pet?.id, response.headers.get('sandbox-assumed')]
}

const NEWEST = [15, 'order;choice=newest-first, paging']

test.each<[SandboxOptions['assume']]>([[{ order: 'newest-first' }], ['order=newest-first'], [['order=shuffled', 'order=newest-first']]])(
  'the option assume takes %j',
  async (assume) => expect(await firstId((await start({ ...(assume !== undefined && { assume }) })).url)).toEqual(NEWEST),
)

test('the option assume takes a file of choices', async () => {
  const file = await writeChoices('order: newest-first\npaging: link-cursor\n')
  expect(await firstId((await start({ assume: `@${file}` })).url)).toEqual(NEWEST)
})

test.each([
  ['order: [', /^[^:]*choices\.yaml:1:\d+: this is not valid YAML/],
  ['order: x', /^[^:]*choices\.yaml:1:1: order must be by-id, shuffled or newest-first, got "x"$/],
])('a file of choices with a mistake is refused, and named once: %s', async (text, message) => {
  await expect(start({ assume: `@${await writeChoices(text)}` })).rejects.toThrow(message)
})

test('the control API chooses for one world, until it is told otherwise', async () => {
  const { url, world } = await start({ assume: 'order=newest-first' })
  const { assumptions } = world('w1')
  expect(await assumptions.put({ order: 'by-id', paging: 'none' })).toEqual({ paging: 'none' })
  expect(await assumptions.get()).toEqual({ paging: 'none' })
  expect(await firstId(url)).toEqual([1, 'order, paging;choice=none'])
  await expect(assumptions.put({ order: 'shufled' })).rejects.toThrow('did you mean shuffled?')
  expect(await firstId(url)).toEqual([1, 'order, paging;choice=none'])
  await assumptions.clear()
  expect(await assumptions.get()).toEqual({ order: 'newest-first' })
  expect(await firstId(url)).toEqual(NEWEST)
  await assumptions.put({ paging: 'none' })
  await world('w1').reset()
  expect(await firstId(url)).toEqual(NEWEST)
})

test('contrary takes the first other choice of each assumption', async () => {
  const { url, origin } = await start({ assume: 'contrary' })
  const listed = (await (await fetch(`${origin}/_sandbox/assumptions`)).json()) as {
    id: string
    choice: string
    default: string
    choices: object
  }[]
  for (const { choice, default: usual, choices } of listed)
    expect(choice).toBe(Object.keys(choices).find((name) => name !== usual) ?? usual)
  expect((await fetch(`${url}/pets?limit=x`, { headers: KEY })).status).toBe(422)
})

test('the document with assumptions shows the choice in force', async () => {
  const { origin } = await start({ assume: 'order=shuffled' })
  const text = await (await fetch(`${origin}/openapi.json?assumptions=include`)).text()
  expect(text).toContain('"choice":"shuffled"')
  expect(await (await fetch(`${origin}/openapi.json`)).text()).not.toContain('shuffled')
})

test('a number in a name is sent as a string or an integer (RFC 9651)', async () => {
  const { url, origin } = await start({ assume: ['invalid-query=422', 'request-size=16-kib'] })
  const query = await fetch(`${url}/pets?limit=x`, { headers: KEY })
  expect(query.headers.get('sandbox-assumed')).toContain('invalid-query;choice=422')
  const large = await fetch(`${origin}/v1/pets`, {
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json' },
    body: ' '.repeat(70_000),
  })
  expect(large.headers.get('sandbox-assumed')).toContain('request-size;choice="16-kib"')
})

test.each([
  ['ordr=shuffled', '"ordr" is not an assumption: did you mean order?'],
  ['order=shufled', 'order must be by-id, shuffled or newest-first, got "shufled": did you mean shuffled?'],
  ['shuffled', '"shuffled" must be contrary, or an assumption and its choice such as order=shuffled'],
])('a start with %s is refused', async (assume, message) => {
  await expect(start({ assume })).rejects.toThrow(message)
})

test('an animal that was created without a status is there after a restart, without the choice too', async () => {
  const data = await createDirectory()
  const before = await start({ data, assume: 'status-default=absent' })
  const headers = { authorization: 'Bearer sandbox_free', 'content-type': 'application/json' }
  const created = await fetch(`${before.url}/pets`, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' })
  expect(await created.text()).toBe('{"id":16,"name":"Rex","categoryId":1}')
  await before.close()
  const { url } = await start({ data })
  expect(await (await fetch(`${url}/pets/16`, { headers })).text()).toBe('{"id":16,"name":"Rex","categoryId":1}')
})
