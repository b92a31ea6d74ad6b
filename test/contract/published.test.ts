// The published document: code generators, linters and parsers of YAML must all read it in the same way.

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadContract } from '../../src/contract/contract.ts'
import { findNode, type Node, resolve } from '../../src/contract/document.ts'
import { renderYaml } from '../../src/contract/json/yaml.ts'
import { CODES } from '../../src/ground/problem.ts'
import { createDirectory } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const contract = await loadContract(join(root, 'spec/openapi.yaml'))
const plain = contract.publish('http://127.0.0.1:4010/v1')
const full = contract.publish('http://127.0.0.1:4010/v1', { assumptions: true })

/** Every response of every operation, with references followed. A name is for example "listPets 200". */
function responsesOf(document: Node): [string, Node][] {
  const operations = Object.values(document.paths as Record<string, Record<string, Node>>).flatMap((item) => Object.values(item))
  return operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses as Node).map(([status, response]): [string, Node] => [
      `${operationId} ${status}`,
      resolve(document, response),
    ]),
  )
}

const bodyOf = (response: Node) => ((response.content as Node)['application/json'] as Node).schema

test.each(['json', 'yaml'])('/openapi.%s leaves assumptions out unless asked, and names this server', async (format) => {
  const { origin, url } = await start()
  const published = await (await fetch(`${origin}/openapi.${format}`)).text()
  const assumed = await (await fetch(`${origin}/openapi.${format}?assumptions=include`)).text()
  expect(published).toContain(url)
  for (const guess of ['x-assumption', 'cursor', 'InvalidParameter', 'schemas/Order', '413', '500', '503', 'x-deprecated']) {
    // The number of the port may be equal to one of the statuses.
    expect(published.replaceAll(url, ''), guess).not.toContain(guess)
    expect(assumed, guess).toContain(guess)
  }
  for (const fact of ['listPets', 'NewPet', '429', 'Retry-After', 'enterprise', 'x-sunset']) expect(published, fact).toContain(fact)
})

test('the document with assumptions has the catalogue of codes, for the reference', async () => {
  const { origin } = await start()
  const read = async (query: string) => (await (await fetch(`${origin}/openapi.json${query}`)).json()) as Node
  expect((await read('?assumptions=include'))['x-codes']).toEqual(CODES)
  expect(await read('')).not.toHaveProperty('x-codes')
})

describe.each([
  ['as published', plain, ['201', '400', '401', '404', '429', 'default']],
  ['with assumptions', full, ['201', '400', '401', '404', '409', '413', '429', '500', '503', 'default']],
])('the document %s', (_title, document, statuses) => {
  test.each(responsesOf(document))('promises the three rate-limit headers on %s', (_name, response) => {
    for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])
      expect(resolve(document, (response.headers as Node)[name])).toMatchObject({ required: true, schema: { type: 'integer' } })
  })

  test.each(responsesOf(document).filter(([name]) => / [45d]/.test(name)))('gives %s the Error body', (_name, response) => {
    expect(bodyOf(response)).toEqual({ $ref: '#/components/schemas/Error' })
  })

  test('documents these statuses besides 200, and no others', () => {
    const documented = responsesOf(document).map(([name]) => String(name.split(' ')[1]))
    expect([...new Set(documented)].sort()).toEqual(['200', ...statuses])
  })

  test('declares Retry-After as text, because it can be a number of seconds or a date', () => {
    const limited = responsesOf(document).find(([name]) => name === 'listOrders 429')?.[1].headers as Node
    expect(resolve(document, limited['Retry-After'])).toMatchObject({ required: true, schema: { type: 'string' } })
  })

  test('has the same content as YAML, with the rules of YAML 1.1 and of YAML 1.2', () => {
    const yaml = renderYaml(document)
    for (const version of ['1.1', '1.2'] as const) expect(parse(yaml, { version })).toEqual(document)
  })
})

test('both documents pass the linter without a warning', async () => {
  const directory = await createDirectory()
  const files = [plain, full].map((document, index) => ({ file: join(directory, `${index}.yaml`), text: renderYaml(document) }))
  await Promise.all(files.map(({ file, text }) => writeFile(file, text)))
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stderr } = await promisify(execFile)(process.execPath, [cli, 'lint', ...files.map(({ file }) => file)], { cwd: root, env })
  expect(stderr).toContain('Your API descriptions are valid')
  expect(stderr).not.toContain('warning')
})

test('orders are published as any JSON, so that generated clients keep the body; the shape of orders is an assumption', () => {
  const at = '#/paths/~1store~1orders/get/responses/200/content/application~1json'
  expect(findNode(plain, at)).toEqual({ schema: {} })
  expect(findNode(full, at)).toMatchObject({ schema: { $ref: '#/components/schemas/Orders' }, examples: { orders: {} } })
})

test.each([
  ['2030-12-05T00:00:00Z', '"2030-12-05T00:00:00Z"'],
  ['2030-12-05', '"2030-12-05"'],
  ['yes', '"yes"'],
  ['1:30', '"1:30"'],
  ['0b11', '"0b11"'],
  ['1_000', '"1_000"'],
  ['<<', '"<<"'],
  ['größe', 'größe'],
  [1.5e300, '1.5e+300'],
  [9223372036854775807n, '9223372036854775807'],
])('parsers of YAML 1.1 and of YAML 1.2 read the same value from %s, which is written as %s', (value, text) => {
  expect(renderYaml(value)).toBe(`${text}\n`)
  for (const version of ['1.1', '1.2'] as const) expect(parse(text, { version, intAsBigInt: typeof value === 'bigint' })).toBe(value)
})
