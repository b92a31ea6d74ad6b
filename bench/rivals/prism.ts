// Prism: the contract's examples, checked but not kept.

import { join } from 'node:path'
import { writeContract } from './contract.ts'
import type { Rival } from './rivals.ts'

export const PRISM: Rival = {
  packages: ['@stoplight/prism-cli'],
  create: (folder) => ({
    prepare: async ({ directory, port }) => {
      const bin = join(folder, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js')
      // In production it would fork, which its own bundle breaks (`isPrimary` of undefined).
      return [bin, 'mock', '--port', String(port), '--multiprocess', 'false', '--verboseLevel', 'silent', await writeContract(directory)]
    },
    pets: '/pets',
    listQuery: '',
    headers: { authorization: 'Bearer any' },
    renewal: 'no state',
    note: 'static examples, log silent; it keeps nothing, so the size makes no difference',
  }),
}
