// Prism: answers with the examples of the contract. It checks requests and keeps nothing.

import { join } from 'node:path'
import { writeContract } from './contract.ts'
import type { Rival } from './rival.ts'

export const PRISM: Rival = {
  packages: ['@stoplight/prism-cli'],
  create: (folder) => ({
    prepare: async ({ directory, port }) => {
      const bin = join(folder, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js')
      // In production Prism would fork, but its own bundle cannot do that (`isPrimary` of undefined).
      return [bin, 'mock', '--port', String(port), '--multiprocess', 'false', '--verboseLevel', 'silent', await writeContract(directory)]
    },
    pets: '/pets',
    listQuery: '',
    headers: { authorization: 'Bearer any' },
    renewal: 'no state',
    note: 'static examples, log silent; it keeps nothing, so the size makes no difference',
  }),
}
