// Brings schemas that stand in other files into the document, so that it is whole when it is checked, compiled or
// published. `$ref: ./scenario.schema.json#/$defs/step` becomes `#/components/schemas/Step`.

import { join } from 'node:path'
import { findNode, isNode, type Node } from './document.ts'

/** Loads a file that the document refers to, by its path. */
type LoadFile = (file: string) => Promise<Node>

/** Returns the document without references to other files. `directory` is where the document's own file lies. */
export async function bundle(document: Node, directory: string, load: LoadFile): Promise<Node> {
  const files = new Map<string, Node>()
  for (const name of filesIn(document, new Set())) files.set(name, await load(join(directory, name)))
  if (files.size === 0) return document
  const added: Record<string, unknown> = {}
  const whole = replace(document, undefined) as Node
  const components = (whole.components ?? {}) as Node
  return { ...whole, components: { ...components, schemas: { ...(components.schemas as Node), ...added } } }

  /** The value with its references made local; `from` is the other file that it stands in. */
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
      // Stands before its own parts are brought in, so that a schema may refer to itself.
      added[name] = {}
      added[name] = replace(findNode(files.get(source) ?? {}, `#${pointer}`), source)
    }
    return `#/components/schemas/${name}`
  }
}

/** `/$defs/step` is `Step`. */
const nameOf = (pointer: string) => pointer.replace(/^.*\/(.)/, (_whole, first: string) => first.toUpperCase())

/** The files that the references of a value name. A file that is referred to holds no references to a third one. */
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
