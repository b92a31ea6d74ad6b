// The document of the control API and the table of its calls agree, and every example in the document is played.

import { expect, test } from 'vitest'
import { loadContract } from '../../../src/contract/contract.ts'
import { findNode, type Node, resolve } from '../../../src/contract/document.ts'
import { parseJson } from '../../../src/contract/json/json.ts'
import { parseYaml } from '../../../src/contract/json/yaml.ts'
import { OWN } from '../../../src/package-files.ts'
import { routes } from '../../../src/serve/control/routes.ts'
import { api, createControlClient } from '../../support/control.ts'
import { startWithClient } from '../../support/sandbox.ts'

const { document } = api
const nodeOf = (id: string): Node => {
  const { method, path } = api.operations.find((operation) => operation.id === id) ?? { method: '', path: '' }
  const item = (document.paths as Record<string, Node>)[path.slice(api.basePath.length)] ?? {}
  const own = item[method.toLowerCase()] as Node
  return { ...own, parameters: [...((item.parameters ?? []) as Node[]), ...((own.parameters ?? []) as Node[])] }
}

test('the table has every call of the document, and no other', () => {
  expect(Object.keys(routes).sort()).toEqual(api.operations.map(({ id }) => id).sort())
})

test('all schemas of the document can be compiled', async () => {
  const known = { plans: ['free'], operations: ['listPets'], collections: [], causes: ['handler'] }
  await expect(loadContract(OWN.controlApi, { known })).resolves.toBeDefined()
})

test.each(api.operations.map(({ id }) => id))('%s documents its refusals, and has an example of each reply', (id) => {
  const { responses, parameters, requestBody, security } = nodeOf(id) as Record<string, Node>
  const isOpen = Array.isArray(security)
  const names = (parameters as unknown as Node[]).map((parameter) => resolve(document, parameter))
  const expected = [
    ...(requestBody ? ['400', '413'] : []),
    ...(isOpen ? [] : ['401']),
    '403',
    'default',
    ...(names.some((parameter) => parameter.in === 'path') ? ['404'] : []),
  ]
  expect(Object.keys(responses ?? {})).toEqual(expect.arrayContaining(expected))
  for (const parameter of names) expect(parameter.example, String(parameter.name)).toBeDefined()
  for (const [status, reference] of Object.entries(responses ?? {})) {
    const { content = {} } = resolve(document, reference) as { content?: Record<string, Node> }
    for (const [type, format] of Object.entries(content)) {
      const values =
        'example' in format ? [format.example] : Object.values((format.examples ?? {}) as Record<string, Node>).map(({ value }) => value)
      expect(values.length, `${status} ${type}`).toBeGreaterThan(0)
      const check = api.operations
        .find((operation) => operation.id === id)
        ?.responses.get(status)
        ?.content.get(type)
      for (const value of values) expect(check?.(value, 'body') ?? []).toEqual([])
    }
  }
})

/** Every example of a body, of every call. */
const plays = api.operations.flatMap(({ id, body }) => {
  if (body === undefined) return [[id, 'no body', undefined] as const]
  const media = resolve(document, nodeOf(id).requestBody).content as Record<string, Node>
  const examples = Object.entries((media['application/json']?.examples ?? {}) as Record<string, Node>)
  expect(examples.length, id).toBeGreaterThan(0)
  return examples.map(([name, { value }]) => [id, name, value] as const)
})

test.each(plays)('the example of %s is played: %s', async (id, _name, body) => {
  const { sandbox, call } = await startWithClient({ metrics: true }, 'free', 'w3')
  const { headers } = await call('/pets')
  const { method, path, parameters } = api.operations.find((operation) => operation.id === id) ?? { method: '', path: '', parameters: [] }
  const examples = new Map(
    (nodeOf(id).parameters as Node[])
      .map((parameter) => resolve(document, parameter))
      .map(({ name, example }) => [String(name), String(example)]),
  )
  examples.set('request', headers.get('sandbox-request-id') ?? '')
  const query = new URLSearchParams(
    parameters.filter((parameter) => parameter.in === 'query').map(({ name }): [string, string] => [name, examples.get(name) ?? '']),
  )
  const target = path.slice(api.basePath.length).replaceAll(/\{(\w+)\}/g, (_whole, name) => examples.get(name) ?? '')
  if (target.endsWith('/events')) {
    const response = await fetch(`${sandbox.origin}/_sandbox${target}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    await response.body?.cancel()
    return
  }
  const { status, text } = await createControlClient(sandbox)(`${method} ${target}${query.size > 0 ? `?${query}` : ''}`, { body })
  expect(status, text).toBe(method === 'DELETE' ? 204 : 200)
})

test('the document is served with the address of the sandbox, as YAML and as JSON', async () => {
  const { sandbox } = await startWithClient()
  const control = createControlClient(sandbox)
  const { text, headers } = await control('GET /openapi.yaml')
  const yaml = parseYaml(text, 'openapi.yaml').value as Node
  expect(headers.get('content-type')).toBe('application/yaml')
  expect(yaml.servers).toEqual([{ url: `${sandbox.origin}/_sandbox`, description: 'This sandbox' }])
  expect(parseJson((await control('GET /openapi.json')).text)).toEqual(yaml)
  expect(text).not.toContain('scenario.schema.json')
  expect(findNode(yaml, '#/components/schemas/Step/properties/respond/required')).toEqual(['status'])
})

test('the document says all that a call refuses: names that the sandbox does not have, empty texts, and what is too long', async () => {
  const { sandbox } = await startWithClient({}, 'free', 'w3')
  const control = createControlClient(sandbox)
  const schemaOf = (id: string, name: string) =>
    api.operations.find((operation) => operation.id === id)?.parameters.find((parameter) => parameter.name === name)
  for (const [name, value] of [
    ['case', ''],
    ['operation', 'createPets'],
    ['cause', 'luck'],
  ] as const) {
    expect(schemaOf('listRequests', name)?.read([value]).messages, name).toHaveLength(1)
    expect((await control(`GET /requests?${name}=${value}`)).status).toBe(400)
  }
  const { body } = api.operations.find(({ id }) => id === 'putData') ?? {}
  expect(body?.content.get('application/json')?.check({ '': [] }, 'body')).toHaveLength(1)
  expect((await control('PUT /worlds/w3/data', { body: { '': [] } })).status).toBe(400)
  expect(await control(`GET /requests?case=${'a'.repeat(9000)}`)).toMatchObject({ status: 414, detail: expect.stringContaining('8000') })
})
