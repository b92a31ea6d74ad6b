// Compiles the package's own schemas: those of the contract and of scenario files. The bundle gets the
// code in place of src/contract/compiled.ts, so that a start neither loads AJV nor waits for it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import standalone from 'ajv/dist/standalone/index.js'
import { type Plugin, transform } from 'esbuild'
import { createAjv, prepare } from '../src/contract/ajv.ts'
import { closed } from '../src/contract/bodies.ts'
import { isNode, type Node, type OpenApi, resolve } from '../src/contract/document.ts'
import { parseJson, renderJson } from '../src/contract/json/json.ts'
import { readOperations } from '../src/contract/operations.ts'

export const compileSchemas = (contract: OpenApi): Plugin => ({
  name: 'compiled-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/]contract[\\/]compiled\.ts$/ }, async () => ({
      contents: (await transform(render(contract), { minify: true })).code,
      loader: 'js',
    }))
  },
})

function render(document: OpenApi): string {
  const components = resolve(document, document.components)
  const schemas = new Map<string, Node>()
  const collect = (schema: Node) => {
    schemas.set(renderJson(schema), schema)
    return () => []
  }
  readOperations(document, '', collect, 'the contract')
  // The items of a world are checked against any schema of the components.
  for (const name of Object.keys(isNode(components.schemas) ? components.schemas : {}))
    collect(closed(document, { $ref: `#/components/schemas/${name}` }))
  const scenario = parseJson(readFileSync(join('spec', 'scenario.schema.json'), 'utf8')) as Node
  return `import { compileInteger } from './integer.ts'
import { parseJson } from './json/json.ts'
export const contracts = { ${JSON.stringify(renderJson(components))}: ${compile(Object.fromEntries(schemas), components)} }
export const own = ${compile({ scenario }, {})}`
}

/** An object of JavaScript with the two functions of each schema. */
function compile(schemas: Readonly<Record<string, Node>>, components: Node): string {
  const [first, all] = [false, true].map((allErrors) => {
    const ajv = createAjv(components, { allErrors, code: { source: true } })
    const names = Object.fromEntries(Object.keys(schemas).map((_key, index) => [`schema${index}`, `schema${index}`]))
    for (const [index, schema] of Object.values(schemas).entries()) ajv.addSchema(prepare(schema), `schema${index}`)
    return `(exports => { ${standalone.default(ajv, names)}; return exports })({})`
  })
  const entries = Object.keys(schemas).map(
    (key, index) => `${JSON.stringify(key)}: { first: first.schema${index}, all: () => all.schema${index} }`,
  )
  return `((first, all) => ({ ${entries.join(', ')} }))(${first}, ${all})`
}
