// Compiles the package's own schemas: those of the contract, of scenario files, of the options and of the policy. The bundle gets the
// code in place of src/contract/compiled.ts, so that a start neither loads AJV nor waits for it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import standalone from 'ajv/dist/standalone/index.js'
import { type Plugin, transform } from 'esbuild'
import { createAjv, prepare } from '../src/contract/ajv.ts'
import { closed } from '../src/contract/bodies.ts'
import { type Node, type OpenApi, resolve, rewrite } from '../src/contract/document.ts'
import { isObject, parseJson, renderJson } from '../src/contract/json/json.ts'
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
  for (const name of Object.keys(isObject(components.schemas) ? components.schemas : {}))
    collect(closed(document, { $ref: `#/components/schemas/${name}` }))
  const [scenario = {}, options = {}, policy = {}] = ['scenario', 'options', 'policy'].map(
    (name) => parseJson(readFileSync(join('spec', `${name}.schema.json`), 'utf8')) as Node,
  )
  return `import { once } from '../ground/remember.ts'
import { compileInteger } from './integer.ts'
import { parseJson } from './json/json.ts'
export const contracts = { ${JSON.stringify(renderJson(components))}: ${compile(Object.fromEntries(schemas), components)} }
export const own = {
  get scenario() { return ${compile({ scenario }, {})}.scenario },
  get options() { return ${compileSmall(withoutTexts(options))} },
  get policy() { return ${compileSmall(withoutTexts(policy))} },
}`
}

/** An object of JavaScript with the two functions of each schema. A start needs only the first, so the other is read when it is needed. */
function compile(schemas: Readonly<Record<string, Node>>, components: Node): string {
  const [first, all] = [false, true].map((allErrors) => compileModule(Object.values(schemas), components, allErrors))
  const entries = Object.keys(schemas).map(
    (key, index) => `${JSON.stringify(key)}: { first: first.schema${index}, all: () => all().schema${index} }`,
  )
  return `((first, all) => ({ ${entries.join(', ')} }))(${first}, once(() => ${all}))`
}

/** For values that never have many errors, one function is enough. */
const compileSmall = (schema: Node) => `(({ schema0 }) => ({ first: schema0, all: () => schema0 }))(${compileModule([schema], {}, true)})`

/** An object of JavaScript with the function of each schema. */
function compileModule(schemas: readonly Node[], components: Node, allErrors: boolean): string {
  const ajv = createAjv(components, { allErrors, code: { source: true } })
  const names = Object.fromEntries(schemas.map((_schema, index) => [`schema${index}`, `schema${index}`]))
  for (const [index, schema] of schemas.entries()) ajv.addSchema(prepare(schema), `schema${index}`)
  return `(exports => { ${standalone.default(ajv, names)}; return exports })({})`
}

/** Without what only people, pages and the command line read. */
const withoutTexts = (schema: Node) =>
  rewrite(schema, (node) =>
    Object.fromEntries(Object.entries(node).filter(([name, value]) => typeof value !== 'string' || !TEXTS.test(name))),
  ) as Node

const TEXTS = /^(title|description|x-(flag|help|default|type))$/
