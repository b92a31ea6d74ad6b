// json-server 1.x: keeps the pets in a file, and writes the whole file after every change.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_SIZE, makePets } from '../targets.ts'
import type { Rival } from './rival.ts'

export const JSON_SERVER: Rival = {
  // 1.x has only pre-releases, and `latest` is 0.17. npm takes a pre-release when the range names one.
  packages: ['json-server@^1.0.0-0'],
  create: (folder) => ({
    prepare: async ({ directory, port, size = DEFAULT_SIZE }) => {
      const file = join(directory, 'db.json')
      // In production json-server ends when this folder is missing.
      await mkdir(join(directory, 'public'))
      await writeFile(file, JSON.stringify({ pets: makePets(size) }))
      return [join(folder, 'node_modules', 'json-server', 'lib', 'bin.js'), '--port', String(port), file]
    },
    pets: '/pets',
    listQuery: '?_page=1&_per_page=20',
    headers: {},
    renewal: 'restart',
    note: 'no log, no checks; with NODE_ENV=production it does not watch its files',
  }),
}
