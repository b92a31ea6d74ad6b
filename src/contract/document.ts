// The OpenAPI document as read from its file: parsed, and its references followed. What it means is for the others.

import { readFile } from 'node:fs/promises'
import { decodeText, parseJson } from '../json.ts'
import { messageOf, StartError } from '../problem.ts'
import { parseYaml } from '../yaml.ts'

/** Any object of the document, as an OpenAPI object or a map of them. */
export type Node = Readonly<Record<string, unknown>>

export interface OpenApi extends Node {
  readonly paths: Readonly<Record<string, Node>>
}

/** Loads a YAML or JSON file with an OpenAPI 3.1 document; a StartError names file, line and reason. */
export async function loadDocument(file: string): Promise<OpenApi> {
  const text = await readFile(file)
    .then(decodeText)
    .catch((error) => {
      throw new StartError(`${file}: the contract cannot be read: ${error instanceof TypeError ? 'it is not UTF-8' : messageOf(error)}`)
    })
  const document = file.endsWith('.json') ? readJson(text, file) : parseYaml(text, file).value
  if (!isNode(document) || !String(document.openapi).startsWith('3.1'))
    throw new StartError(`${file}: the contract must be an OpenAPI 3.1 document, with "openapi: 3.1.0"`)
  if (!isNode(document.paths) || Object.keys(document.paths).length === 0)
    throw new StartError(`${file}: paths: the contract needs at least one path`)
  checkReferences(document, file)
  checkCircles(document, file)
  return document as OpenApi
}

function readJson(text: string, file: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new StartError(`${file}: this is not valid JSON: ${messageOf(error)}`)
  }
}

/** Follows references (OpenAPI Reference Object) until a node of its own. */
export function resolve(document: Node, node: unknown): Node {
  let current = node
  for (let hops = 0; isNode(current) && typeof current.$ref === 'string' && hops < 20; hops += 1) current = findNode(document, current.$ref)
  return isNode(current) ? current : {}
}

/** The node that a local reference such as `#/components/schemas/Pet` names. */
export function findNode(document: Node, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>(
    (node, step) => (isNode(node) ? node[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    document,
  )
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

function checkReferences(document: Node, file: string): void {
  walk(document, '#', (node, at) => {
    if (typeof node.$ref === 'string' && findNode(document, node.$ref) === undefined)
      throw new StartError(`${file}: ${at}: nothing stands at ${node.$ref}`)
  })
}

/** Parts of a schema that hold for the same value as the schema itself. */
const LISTS = ['allOf', 'anyOf', 'oneOf']
const SINGLE = ['not', 'if', 'then', 'else']

/** Refuses what leads back to itself for the same value, as a schema that is all of itself: whoever checks it has no end. */
function checkCircles(document: Node, file: string): void {
  const isDone = new Map<Node, boolean>()
  const visit = (node: unknown, at: string): void => {
    if (!isNode(node) || isDone.get(node)) return
    if (isDone.has(node)) throw new StartError(`${file}: ${at}: this leads back to itself`)
    isDone.set(node, false)
    if (typeof node.$ref === 'string') visit(findNode(document, node.$ref), node.$ref)
    for (const part of [...LISTS.map((name) => node[name]), ...SINGLE.map((name) => node[name])].flat()) visit(part, at)
    isDone.set(node, true)
  }
  walk(document, '#', visit)
}

/** Visits every object of the document with its JSON pointer. */
export function walk(value: unknown, at: string, visit: (node: Node, at: string) => void): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, `${at}/${index}`, visit)
  if (!isNode(value)) return
  visit(value, at)
  for (const [name, item] of Object.entries(value)) walk(item, `${at}/${name.replaceAll('/', '~1')}`, visit)
}
