// The input of a tool: the parameters and the body of a call of the control API, as one JSON schema without references.

import { isNode, type Node, resolve } from '../../contract/document.ts'

/** JSON Schema of an object, as MCP wants it. */
export interface InputSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required?: string[]
}

/** The name of the field that has the body of a call. */
export const BODY = 'body'

/** The input of the call with this operationId. Throws when the document has no such call. */
export function inputOf(document: Node, operationId: string): { readonly description: string; readonly inputSchema: InputSchema } {
  const { call, shared } = findCall(document, operationId)
  const parameters = [...shared, ...listOf(call.parameters)].map((parameter) => resolve(document, parameter))
  const content = (resolve(document, call.requestBody).content ?? {}) as Record<string, Node>
  const media = content['application/json']
  const body = media === undefined ? {} : { [BODY]: describe(inline(document, media.schema), firstExample(media)) }
  const required = [...parameters.filter((parameter) => parameter.required === true).map(({ name }) => String(name)), ...Object.keys(body)]
  return {
    description: `${call.summary}. ${call.description ?? ''}`.trim(),
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          parameters.map(({ name, schema, description }) => [String(name), describe(inline(document, schema), description)]),
        ),
        ...body,
      },
      ...(required.length > 0 && { required }),
    },
  }
}

function findCall(document: Node, operationId: string): { call: Node; shared: unknown[] } {
  for (const item of Object.values((document.paths ?? {}) as Record<string, Node>))
    for (const call of Object.values(item))
      if (isNode(call) && call.operationId === operationId) return { call, shared: listOf(item.parameters) }
  throw new Error(`the control API has no call ${operationId}`)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const describe = (schema: Node, description: unknown): object => ({ ...schema, ...(typeof description === 'string' && { description }) })

/** "For example [{…}]". */
function firstExample({ example, examples }: Node): string | undefined {
  const [first] = isNode(examples) ? Object.values(examples) : []
  const value = example ?? (isNode(first) ? first.value : undefined)
  return value === undefined ? undefined : `For example ${JSON.stringify(value)}`
}

/** The deepest nesting that a tool's input shows. Below it, any value is allowed, and the sandbox checks it. */
const MAX_DEPTH = 6

/** The schema with its references replaced. */
function inline(document: Node, value: unknown, depth = 0): Node {
  if (depth === MAX_DEPTH) return {}
  const node = isNode(value) && typeof value.$ref === 'string' ? { ...resolve(document, value), ...without$ref(value) } : value
  if (!isNode(node)) return {}
  const entries = Object.entries(node).map(([name, part]): [string, unknown] => {
    if (Array.isArray(part)) return [name, part.map((item) => (isNode(item) ? inline(document, item, depth + 1) : item))]
    return [name, isNode(part) ? inline(document, part, depth + 1) : part]
  })
  return Object.fromEntries(entries)
}

const without$ref = ({ $ref, ...rest }: Node) => rest
