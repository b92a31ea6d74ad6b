// Loads the OpenAPI document from its file, together with the files that it refers to.

import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf, StartError } from '../errors/problem.ts'
import { decodeText, parseJson } from '../json/json.ts'
import { bundle } from './bundle.ts'
import { findNode, isNode, type Node, type OpenApi, walk } from './document.ts'

/** Loads a YAML or JSON file with an OpenAPI 3.1 document. A StartError names the file, the line and the reason. */
export async function loadDocument(file: string, { isTested = false } = {}): Promise<OpenApi> {
  const document = await loadFile(file)
  // The build has checked its documents, and put each of them into one file.
  if (isTested && file.endsWith('.json')) return document as OpenApi
  if (!String(document.openapi).startsWith('3.1'))
    throw new StartError(`${file}: the contract must be an OpenAPI 3.1 document, with "openapi: 3.1.0"`)
  if (!isNode(document.paths) || Object.keys(document.paths).length === 0)
    throw new StartError(`${file}: paths: the contract needs at least one path`)
  const whole = await bundle(document, dirname(file), loadFile)
  checkReferences(whole, file)
  checkCircles(whole, file)
  return whole as OpenApi
}

async function loadFile(file: string): Promise<Node> {
  const text = await readFile(file)
    .then(decodeText)
    .catch((error) => {
      throw new StartError(`${file}: the contract cannot be read: ${error instanceof TypeError ? 'it is not UTF-8' : messageOf(error)}`)
    })
  const value = file.endsWith('.json') ? readJson(text, file) : await readYaml(text, file)
  return isNode(value) ? value : {}
}

/** The package has its own documents as JSON, so the parser of YAML is loaded only for a document of the user. */
async function readYaml(text: string, file: string): Promise<unknown> {
  const { parseYaml } = await import('../json/yaml.ts')
  return parseYaml(text, file).value
}

function readJson(text: string, file: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new StartError(`${file}: this is not valid JSON: ${messageOf(error)}`)
  }
}

function checkReferences(document: Node, file: string): void {
  walk(document, '#', (node, at) => {
    if (typeof node.$ref === 'string' && findNode(document, node.$ref) === undefined)
      throw new StartError(`${file}: ${at}: there is nothing at ${node.$ref}`)
  })
}

/** Parts of a schema that describe the same value as the schema itself. */
const LISTS = ['allOf', 'anyOf', 'oneOf']
const SINGLE = ['not', 'if', 'then', 'else']

/** Refuses a schema that contains itself for the same value, for example through `allOf`. A check of such a schema would never end. */
function checkCircles(document: Node, file: string): void {
  const isDone = new Map<Node, boolean>()
  const visit = (node: unknown, at: string): void => {
    if (!isNode(node) || isDone.get(node)) return
    if (isDone.has(node)) throw new StartError(`${file}: ${at}: this schema refers to itself in a circle`)
    isDone.set(node, false)
    if (typeof node.$ref === 'string') visit(findNode(document, node.$ref), node.$ref)
    for (const part of [...LISTS.map((name) => node[name]), ...SINGLE.map((name) => node[name])].flat()) visit(part, at)
    isDone.set(node, true)
  }
  walk(document, '#', visit)
}
