// Copies schemas from other files into the document, so that the document is complete when it is checked, compiled or
// published. `$ref: ./scenario.schema.json#/$defs/step` becomes `#/components/schemas/Step`.

import { join } from 'node:path'
import { parseJson, renderJson } from '../json/json.ts'
import type { Node } from './document.ts'

/** A reference to another file. In that file, references to the file itself have no name. */
const REFERENCE = /"\$ref":"([^"#]*)#\/\$defs\/(\w+)"/g

/** Returns the document without references to other files. `directory` holds the document's own file. */
export async function bundle(document: Node, directory: string, load: (file: string) => Promise<Node>): Promise<Node> {
  const names = new Set([...renderJson(document).matchAll(REFERENCE)].map(([, file = '']) => file))
  if (names.size === 0) return document
  const files = new Map<string, Node>()
  for (const name of names) files.set(name, await load(join(directory, name)))
  const added: Record<string, unknown> = {}
  const localise = (value: unknown, from: string): unknown =>
    parseJson(
      renderJson(value).replaceAll(REFERENCE, (whole, file: string, def: string) => {
        const source = file || from
        const schema = (files.get(source)?.$defs as Node | undefined)?.[def]
        // The check of all references will name this one.
        if (schema === undefined) return whole
        const name = def.replace(/^./, (first) => first.toUpperCase())
        // The name is taken before the schema's parts are copied, so that a schema may refer to itself.
        if (!Object.hasOwn(added, name)) {
          added[name] = {}
          added[name] = localise(schema, source)
        }
        return `"$ref":"#/components/schemas/${name}"`
      }),
    )
  const whole = localise(document, '') as Node
  const components = (whole.components ?? {}) as Node
  return { ...whole, components: { ...components, schemas: { ...(components.schemas as Node), ...added } } }
}
