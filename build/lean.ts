// Leaves out of the bundle what no call can reach: Faker's other seventy languages, and the reader of Postman
// collections beside Prism's reader of OpenAPI, which brings a second Faker. And takes Node's own HTTP by require: as an
// ES module all its exports are read at once, one of which loads a whole WebSocket client.

import type { Plugin } from 'esbuild'

const LEAN: Readonly<Record<string, string>> = {
  '@faker-js/faker': "export { base, en, Faker, fakerEN as faker } from '@faker-js/faker'",
  'postman-collection': 'export {}',
  'node:http': "module.exports = require('node:http')",
  'node:https': "module.exports = require('node:https')",
}

export const lean: Plugin = {
  name: 'lean',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(@faker-js\/faker|postman-collection|(node:)?https?)$/ }, ({ path, namespace }) =>
      namespace === 'lean' ? undefined : { path: path.replace(/^https?$/, 'node:$&'), namespace: 'lean' },
    )
    onLoad({ filter: /.*/, namespace: 'lean' }, ({ path }) => ({ contents: LEAN[path] ?? '', resolveDir: import.meta.dirname }))
  },
}
