// Mockoon: an environment with one data bucket and its CRUD route.

import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_SIZE, makePets } from '../targets.ts'
import type { Rival } from './rival.ts'

export const MOCKOON: Rival = {
  packages: ['@mockoon/cli'],
  create: (folder) => ({
    prepare: async ({ directory, port, size = DEFAULT_SIZE }) => {
      const file = join(directory, 'environment.json')
      await writeFile(file, JSON.stringify(environmentOf(size, port)))
      const bin = join(folder, 'node_modules', '@mockoon', 'cli', 'bin', 'run.js')
      return [bin, 'start', '--data', file, '--repair', '--disable-log-to-file', '--disable-admin-api']
    },
    pets: '/pets',
    listQuery: '?page=1&limit=20',
    headers: {},
    renewal: 'restart',
    note: 'no checks; it always logs a line per request, here to /dev/null',
  }),
}

/** Only the required fields: --repair adds the others. */
function environmentOf(size: number, port: number): object {
  const route = randomUUID()
  const response = { uuid: randomUUID(), statusCode: 200, default: true, bodyType: 'DATABUCKET', databucketID: 'pets', crudKey: 'id' }
  return {
    uuid: randomUUID(),
    lastMigration: 33,
    name: 'pets',
    port,
    hostname: '127.0.0.1',
    routes: [{ uuid: route, type: 'crud', method: '', endpoint: 'pets', responses: [response] }],
    rootChildren: [{ type: 'route', uuid: route }],
    data: [{ uuid: randomUUID(), id: 'pets', name: 'pets', value: JSON.stringify(makePets(size)) }],
  }
}
