// Copies schemas from other files into the document, so that the document is complete when it is checked, compiled or
// published. `$ref: ./scenario.schema.json#/$defs/step` becomes `#/components/schemas/Step`.

import { join } from 'node:path'
import { findNode, isNode, type Node } from './document.ts'

/** Loads a file that the document refers to. The argument is the file's path. */
type LoadFile = (file: string) => Promise<Node>

/** Returns the document without references to other files. `directory` holds the document's own file. */
export async function bundle(document: Node, directory: string, load: LoadFile): Promise<Node> {
  const files = new Map<string, Node>()
  for (const name of filesIn(document, new Set())) files.set(name, await load(join(directory, name)))
  if (files.size === 0) return document
  const added: Record<string, unknown> = {}
  const whole = replace(document, undefined) as Node
  const components = (whole.components ?? {}) as Node
  return { ...whole, components: { ...components, schemas: { ...(components.schemas as Node), ...added } } }

  /** The value with local references only. `from` is the other file that holds the value. */
  function replace(value: unknown, from: string | undefined): unknown {
    if (Array.isArray(value)) return value.map((item) => replace(item, from))
    if (!isNode(value)) return value
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? localise(item, from) : replace(item, from),
    ])
    return Object.fromEntries(entries)
  }

  function localise(reference: string, from: string | undefined): string {
    const [file = '', pointer = ''] = reference.split('#')
    const source = file === '' ? from : file
    if (source === undefined) return reference
    const name = nameOf(pointer)
    if (!Object.hasOwn(added, name)) {
      // The name is taken before the schema's parts are copied, so that a schema may refer to itself.
      added[name] = {}
      added[name] = replace(findNode(files.get(source) ?? {}, `#${pointer}`), source)
    }
    return `#/components/schemas/${name}`
  }
}

/** `/$defs/step` becomes `Step`. */
const nameOf = (pointer: string) => pointer.replace(/^.*\/(.)/, (_whole, first: string) => first.toUpperCase())

/** The files that the references of a value name. These files must not refer to further files. */
function filesIn(value: unknown, found: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const item of value) filesIn(item, found)
  if (!isNode(value)) return found
  for (const [key, item] of Object.entries(value)) {
    const file = key === '$ref' && typeof item === 'string' ? item.split('#')[0] : ''
    if (file) found.add(file)
    else filesIn(item, found)
  }
  return found
}
