// The contract as the page at /docs shows it.

import { expect, test } from 'vitest'
import { describeContract, findPlace } from '../../src/console/docs/documents.ts'
import type { CatalogueEntry } from '../../src/ground/generated/control.ts'
import { loadOwnContract } from '../../src/package-files.ts'

const DOCUMENT = {
  info: {
    title: 'Dogs',
    description: 'A kennel.',
    'x-assumption': {
      id: 'order',
      default: 'by-id',
      choices: { 'by-id': 'Ascending.', shuffled: 'Another order.' },
      why: 'No order is stated.',
      choice: 'shuffled',
    },
  },
  paths: {
    '/dogs': {
      get: {
        operationId: 'listDogs',
        tags: ['dogs'],
        parameters: [{ name: 'limit', in: 'query', 'x-assumption': { id: 'order' }, description: 'How many.' }],
      },
    },
    '/dogs/{dog}': {
      parameters: [{ name: 'dog', in: 'path' }],
      get: { operationId: 'getDog', tags: ['dogs'], 'x-assumption': { id: 'order' } },
    },
  },
  components: {
    parameters: { Other: {} },
    responses: { TooLarge: { description: 'Large.', content: {}, 'x-assumption': { id: 'order' } } },
  },
}
const SCENARIOS: CatalogueEntry[] = [
  { name: 'flaky', summary: 'The first calls fail.', parameters: { failures: { type: 'integer', default: 2, description: '' } } },
  { name: 'slow', summary: 'Late.', parameters: {} },
] as unknown as CatalogueEntry[]

test('the assumptions are text, and each operation takes a scenario', () => {
  const { info, paths, components } = describeContract(DOCUMENT, SCENARIOS) as typeof DOCUMENT
  expect(info.description).toBe(`A kennel.

*Assumed: [order](#contract/description/order)*

# Assumptions

The contract does not say everything. Where it is silent, the sandbox assumes something.

## order
No order is stated.

- \`by-id\` Ascending.
- \`shuffled\` **(in force)** Another order.`)
  const scenario = { $ref: '#/components/parameters/SandboxScenario' }
  const { parameters } = paths['/dogs'].get
  expect(parameters).toEqual([{ ...parameters[0], description: 'How many.\n\n*Assumed: [order](#contract/description/order)*' }, scenario])
  expect(paths['/dogs/{dog}'].get).toMatchObject({ parameters: [scenario] })
  expect(paths['/dogs/{dog}'].get).not.toHaveProperty('description')
  expect(components).toMatchObject({
    responses: { TooLarge: { description: 'Large.\n\n*Assumed: `order`*' } },
    parameters: { Other: {}, SandboxScenario: { in: 'header', schema: { enum: ['flaky', 'slow'] }, example: '' } },
  })
})

test('the place of an operation is found in any document', async () => {
  const control = { paths: { '/clock': { put: { operationId: 'putClock', tags: ['clock', 'time'] } } } }
  const sources = [
    { title: '', slug: 'contract', content: (await loadOwnContract()).document },
    { title: '', slug: 'control', content: control },
  ]
  const places = ['getPet', 'putClock', 'contract/tag/pets/getPet', ''].map((id) => findPlace(sources, id))
  expect(places).toEqual(['#contract/tag/pets/getPet', '#control/tag/clock/putClock', undefined, undefined])
})
