// Scalar's mock server on @hono/node-server, as its documentation shows it.
//
//   node scalar-server.mjs DOCUMENT PORT

import { readFile } from 'node:fs/promises'
import { serve } from '@hono/node-server'
import { createMockServer } from '@scalar/mock-server'

const [file, port] = process.argv.slice(2)
const app = await createMockServer({ document: JSON.parse(await readFile(file, 'utf8')), logger: false })
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) })
