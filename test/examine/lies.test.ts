// Which lies a suite is told, and which of them it notices. A lie is told when it changes a reply, and the contract allows the result.

import { expect, test } from 'vitest'
import { examine, rex, type Suite } from './suites.ts'

/** Reads the 15 pets page by page, as far as each reply links to the next page. */
const readPages: Suite = async ({ url, key }) => {
  let next: string | undefined = `${url}/pets?limit=10`
  let pages = 0
  for (; next !== undefined; pages += 1) {
    const reply: Response = await fetch(next, { headers: { authorization: `Bearer ${key}` } })
    next = /<(.+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
  }
  expect(pages).toBe(2)
}

const OF_ITEMS = ['id:other', 'name:other', 'categoryId:other', 'status:other', 'status:absent']
const OF_LISTS = [...OF_ITEMS, 'items:fewer', 'items:none', 'items:twice']

const SUITES: readonly (readonly [title: string, suite: Suite, told: Record<string, readonly string[]>, noticed: readonly string[]])[] = [
  ['an item', ({ send }) => send('GET', '/pets/1'), { getPet: OF_ITEMS }, []],
  [
    'an item, and wants a refusal',
    async ({ send }) => {
      await send('GET', '/pets/99').catch(({ status }) => expect(status).toBe(404))
      await send('GET', '/pets/1')
    },
    { getPet: OF_ITEMS },
    [],
  ],
  [
    'the first item of a list',
    ({ send }) => send<{ id: number }[]>('GET', '/pets').then(([first]) => expect(first?.id).toBe(1)),
    { listPets: OF_LISTS },
    ['id:other', 'items:none'],
  ],
  [
    'an item of a list by its id',
    ({ send }) => send<{ id: number }[]>('GET', '/pets').then((pets) => expect(pets.map(({ id }) => id)).toContain(2)),
    { listPets: OF_LISTS },
    ['id:other', 'items:none'],
  ],
  [
    'a list of one item',
    ({ send }) => send('GET', '/pets?limit=1'),
    { listPets: [...OF_ITEMS, 'items:none', 'items:twice', 'link:absent'] },
    [],
  ],
  ['all pages of a list', readPages, { listPets: [...OF_LISTS, 'link:absent'] }, ['link:absent']],
  [
    'an item that it has created',
    async ({ send }) => {
      const { id } = await send('POST', '/pets', rex)
      expect((await send('GET', `/pets/${id}`)).name).toBe(rex.name)
    },
    { createPet: OF_ITEMS, getPet: [...OF_ITEMS, 'stale'] },
    ['id:other', 'name:other', 'stale'],
  ],
]

test.each(SUITES)('a suite that reads %s', async (_title, suite, told, noticed) => {
  const { lies = [] } = await examine(suite, { faults: ['lies'] })
  const all = lies.flatMap(({ operation, told }) => told.map((one) => ({ operation, ...one })))
  const byOperation = Map.groupBy(all, ({ operation }) => operation)
  expect(Object.fromEntries([...byOperation].map(([operation, own]) => [operation, own.map(({ lie }) => lie)]))).toEqual(told)
  expect(all.filter(({ result }) => result === 'noticed').map(({ lie }) => lie)).toEqual(noticed)
})
