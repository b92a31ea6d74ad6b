// Keeps the bundle small. It leaves out code that the sandbox never calls: the seventy other languages of Faker, Prism's
// reader of Postman collections, which brings a second Faker, and what node-redis knows beyond Redis itself. It also loads node:http with `require`: an import as an ES module
// reads all exports, and one of them loads a whole WebSocket client.

import type { Plugin } from 'esbuild'

const LEAN: Readonly<Record<string, string>> = {
  '@faker-js/faker': "export { base, en, Faker, fakerEN as faker } from '@faker-js/faker'",
  'postman-collection': 'export {}',
  redis: "export { createClient } from '@redis/client'",
  'node:http': "module.exports = require('node:http')",
  'node:https': "module.exports = require('node:https')",
}

export const lean: Plugin = {
  name: 'lean',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(@faker-js\/faker|postman-collection|redis|(node:)?https?)$/ }, ({ path, namespace }) =>
      namespace === 'lean' ? undefined : { path: path.replace(/^https?$/, 'node:$&'), namespace: 'lean' },
    )
    onLoad({ filter: /.*/, namespace: 'lean' }, ({ path }) => ({ contents: LEAN[path] ?? '', resolveDir: import.meta.dirname }))
  },
}
