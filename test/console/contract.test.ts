// The contract as the page reads it.

import { afterAll, expect, test, vi } from 'vitest'
import { readContract } from '../../src/console/contract.ts'
import { loadOwnContract } from '../../src/package-files.ts'

const ORIGIN = 'http://127.0.0.1:4010'
vi.stubGlobal('location', new URL(ORIGIN))
afterAll(() => void vi.unstubAllGlobals())

test('the published contract is read: its base path, its plans and its operations', async () => {
  const contract = readContract((await loadOwnContract()).publish(`${ORIGIN}/v1`, { assumptions: true }))
  expect(contract).toMatchObject({ basePath: '/v1', plans: ['free', 'pro', 'business', 'enterprise'] })
  expect(contract.operations[0]).toMatchObject({ id: 'listPets', method: 'GET', path: '/pets' })
})

test('of a small contract, what is missing has a usual value', () => {
  const document = { paths: { '/dogs': { get: {} } } }
  expect(readContract(document)).toMatchObject({ basePath: '', plans: ['free'], operations: [{ path: '/dogs' }] })
  expect(readContract({ ...document, servers: [{ url: '/a/b/' }] })).toMatchObject({ basePath: '/a/b' })
})
