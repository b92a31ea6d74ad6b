// Keeps the bundle small. It leaves out code that the sandbox never calls: the seventy other languages of Faker, Prism's
// reader of Postman collections, which brings a second Faker, Prism's client of other servers, what node-redis knows beyond Redis
// itself, and media types that nobody sends here. It also loads node:http with `require`: an import as an ES module
// reads all exports, and one of them loads a whole WebSocket client.

import { createRequire } from 'node:module'
import type { Plugin } from 'esbuild'

/** The media types that Koa looks up: those of the replies, by name or by the ending of a file. */
const TYPES =
  /^(application\/(json|problem\+json|yaml|xml|javascript|octet-stream|x-www-form-urlencoded)|text\/(css|html|javascript|markdown|plain|event-stream|xml)|image\/svg\+xml)$/

const koa = createRequire(createRequire(import.meta.url).resolve('koa'))
const mediaTypes = koa(createRequire(koa.resolve('mime-types')).resolve('mime-db')) as Readonly<Record<string, unknown>>

const LEAN: Readonly<Record<string, string>> = {
  '@faker-js/faker': "export { base, en, Faker, fakerEN as faker } from '@faker-js/faker'",
  'postman-collection': 'export {}',
  'node-fetch': 'export {}',
  'mime-db': `module.exports = ${JSON.stringify(Object.fromEntries(Object.entries(mediaTypes).filter(([type]) => TYPES.test(type))))}`,
  redis: "export { createClient } from '@redis/client'",
  'node:http': "module.exports = require('node:http')",
  'node:https': "module.exports = require('node:https')",
}

export const lean: Plugin = {
  name: 'lean',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(@faker-js\/faker|postman-collection|node-fetch|mime-db|redis|(node:)?https?)$/ }, ({ path, namespace }) =>
      namespace === 'lean' ? undefined : { path: path.replace(/^https?$/, 'node:$&'), namespace: 'lean' },
    )
    onLoad({ filter: /.*/, namespace: 'lean' }, ({ path }) => ({ contents: LEAN[path] ?? '', resolveDir: import.meta.dirname }))
  },
}
