// Replies that Prism makes from a contract.

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/contract.ts'
import { findReplyViolation, type Operation } from '../../src/contract/operations.ts'
import { createGenerate } from '../../src/contract/prism.ts'

const shop = await loadContract(fileURLToPath(new URL('shop/shop.yaml', import.meta.url)))
const operationOf = (wanted: string) => shop.operations.find(({ id }) => id === wanted) as Operation

test('a reply from the contract: a status, a named example, or made-up values', async () => {
  const generate = createGenerate(shop)
  const get = operationOf('getItem')
  expect(await generate(get, {})).toEqual({ status: 200, headers: { 'Content-Type': 'application/json' }, body: { id: 1, name: 'Cup' } })
  expect(await generate(get, { example: 'three' })).toMatchObject({ status: 200, body: { id: 3, name: 'Pot' } })
  expect(await generate(operationOf('removeItem'), {})).toEqual({ status: 204, body: undefined })
  const others = operationOf('getOthers')
  const { status, headers, body } = await generate(others, { dynamic: true })
  // JSON is the first choice.
  expect(headers).toEqual({ 'Content-Type': 'application/json' })
  expect(status).toBe(200)
  expect(findReplyViolation(others, { status, type: 'application/json', body })).toBeUndefined()
  expect((await generate(get, { code: 404 })).status).toBe(404)
  await expect(generate(get, { code: 200, example: 'four' })).rejects.toThrow(/^getItem has no such reply: .* \(example four\)$/)
})
