// Loads an OpenAPI document, and copies the schemas of other files into it, so that it is complete.

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../ground/problem.ts'
import { readUserFile } from '../ground/regular-file.ts'
import { findNode, type Node, type OpenApi, resolve, walk } from './document.ts'
import { isObject, parseJson, parseOwnJson, renderJson } from './json/json.ts'

/** Loads OpenAPI 3.1 from YAML or JSON. A StartError names the file, the place and the reason. */
export async function loadDocument(file: string, { isTested = false } = {}): Promise<OpenApi> {
  // The build has checked its documents, and put each of them into one file.
  if (isTested && file.endsWith('.json')) return parseOwnJson(await readFile(file, 'utf8')) as OpenApi
  const document = await loadFile(file)
  if (!String(document.openapi).startsWith('3.1'))
    throw new StartError(`${file}: the contract must be an OpenAPI 3.1 document, with "openapi: 3.1.0"`)
  if (!isObject(document.paths) || Object.keys(document.paths).length === 0)
    throw new StartError(`${file}: paths: the contract needs at least one path`)
  const whole = await bundle(document, dirname(file))
  checkReferences(whole, file)
  return whole as OpenApi
}

async function loadFile(file: string): Promise<Node> {
  const text = readUserFile(file)
  // The package has its documents as JSON, so only other documents load the parser of YAML.
  // V8 throws compiled code away when it looks up a name that the parser of YAML has made. So JSON.parse makes the names.
  const json = file.endsWith('.json') ? text : renderJson((await import('./json/yaml.ts')).parseYaml(text, file).value)
  const value = parseJson(json)
  return isObject(value) ? value : {}
}

/** A reference to a schema of another file. That file refers to its own schemas with `#/$defs/` alone. */
const REFERENCE = /"\$ref":"([^"#]*)#\/\$defs\/(\w+)"/g

const nameOf = (definition: string) => definition.replace(/^./, (first) => first.toUpperCase())

/** `./scenario.schema.json#/$defs/step` becomes `#/components/schemas/Step`. `directory` holds the document's own file. */
async function bundle(document: Node, directory: string): Promise<Node> {
  const names = new Set([...renderJson(document).matchAll(REFERENCE)].map(([, name = '']) => name))
  if (names.size === 0) return document
  const files = await Promise.all([...names].map((name) => loadFile(join(directory, name))))
  const added = files.flatMap(({ $defs = {} }) => Object.entries($defs as Node).map(([name, schema]) => [nameOf(name), schema]))
  const { schemas, ...components } = resolve(document, document.components)
  const whole = { ...document, components: { ...components, schemas: { ...(schemas as Node), ...Object.fromEntries(added) } } }
  const renamed = renderJson(whole).replaceAll(REFERENCE, (_, _file, name: string) => `"$ref":"#/components/schemas/${nameOf(name)}"`)
  return parseJson(renamed) as Node
}

function checkReferences(document: Node, file: string): void {
  walk(document, '#', (node, at) => {
    if (typeof node.$ref !== 'string') return
    if (findNode(document, node.$ref) === undefined) throw new StartError(`${file}: ${at}: there is nothing at ${node.$ref}`)
    if (typeof resolve(document, node).$ref === 'string') throw new StartError(`${file}: ${at}: ${node.$ref} leads back to itself`)
  })
}
