// The README says what is so: its table of assumptions is the contract's, and what it shows comes out.

import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { loadContract } from '../src/contract/contract.ts'
import { start } from './support/sandbox.ts'

const README = new URL('../README.md', import.meta.url)
const SPEC = new URL('../spec/openapi.yaml', import.meta.url)

test('the table of assumptions is the contract’s', async () => {
  const { assumptions } = await loadContract(SPEC.pathname)
  const rows = assumptions.map(({ id, choice, why }) => `| ${id} | ${choice} | ${why} |`)
  const table = ['| assumption | what the sandbox does | why |', '| --- | --- | --- |', ...rows].join('\n')
  const text = await readFile(README, 'utf8')
  const updated = text.replace(
    /(<!-- assumptions: .*? -->\n).*?(<!-- \/assumptions -->)/s,
    (_whole, begin, end) => `${begin}${table}\n${end}`,
  )
  if (process.env.UPDATE_README) await writeFile(README, updated)
  else expect(text, 'UPDATE_README=1 npm test writes it anew').toBe(updated)
})

test('every assumption has an id of its own', async () => {
  const { assumptions } = await loadContract(SPEC.pathname)
  expect(new Set(assumptions.map(({ id }) => id)).size).toBe(assumptions.length)
})

test('the call that it shows is answered as it shows', async () => {
  const text = await readFile(README, 'utf8')
  const [, shown = ''] = /```console\n(.*?)\n```/s.exec(text) ?? []
  const sandbox = await start()
  const response = await fetch(`${sandbox.url}/pets?limit=2`, { headers: { authorization: 'Bearer sandbox_free' } })
  const moving = /^(date|x-ratelimit-reset|sandbox-request-id)$/
  for (const [name, value] of response.headers) {
    const line = shown.split('\n').find((candidate) => candidate.toLowerCase().startsWith(`${name}: `))
    expect(line, name).toBeDefined()
    if (!moving.test(name)) expect(line?.slice(name.length + 2).replaceAll('http://127.0.0.1:4010', sandbox.origin)).toBe(value)
  }
  expect(shown.endsWith(await response.text())).toBe(true)
})
