// Scalar's mock server: serves the contract, and keeps state by its extensions x-seed and x-handler.

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_SIZE } from '../targets.ts'
import { writeContract } from './contract.ts'
import type { Rival } from './rival.ts'

const HANDLERS = [
  ['/pets', 'get', "return store.list('Pet').slice(0, 20)"],
  ['/pets', 'post', "return store.create('Pet', req.body)"],
  ['/pets/{petId}', 'get', "return store.get('Pet', req.params.petId)"],
] as const

const seedOf = (size: number) =>
  `for (let id = 1; id <= ${size}; id += 1) store.create('Pet', { id, name: 'Rex', categoryId: 1, status: 'available' })`

export const SCALAR: Rival = {
  packages: ['@scalar/mock-server', '@hono/node-server'],
  create: (folder) => {
    // The script must be in the folder of the packages that it imports.
    const script = join(folder, 'scalar-server.mjs')
    copyFileSync(join(import.meta.dirname, 'scalar-server.js'), script)
    return {
      prepare: async ({ directory, port, size = DEFAULT_SIZE }) => {
        const contract = await writeContract(directory, (document) => {
          for (const [path, method, code] of HANDLERS) document.paths[path][method]['x-handler'] = code
          document.components.schemas.Pet['x-seed'] = seedOf(size)
        })
        return [script, contract, String(port)]
      },
      pets: '/pets',
      listQuery: '',
      headers: { authorization: 'Bearer any' },
      renewal: 'restart',
      note: 'state by x-seed and x-handler; their code runs in QuickJS and is stopped after a second; no log',
    }
  },
}
