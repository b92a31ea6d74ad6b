// Leaves out of the bundle what no call can reach: Faker's other seventy languages, and the reader of Postman
// collections beside Prism's reader of OpenAPI, which brings a second Faker.

import type { Plugin } from 'esbuild'

const LEAN: Readonly<Record<string, string>> = {
  '@faker-js/faker': "export { base, en, Faker, fakerEN as faker } from '@faker-js/faker'",
  'postman-collection': 'export {}',
}

export const lean: Plugin = {
  name: 'lean',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(@faker-js\/faker|postman-collection)$/ }, ({ path, namespace }) =>
      namespace === 'lean' ? undefined : { path, namespace: 'lean' },
    )
    onLoad({ filter: /.*/, namespace: 'lean' }, ({ path }) => ({ contents: LEAN[path] ?? '', resolveDir: import.meta.dirname }))
  },
}
