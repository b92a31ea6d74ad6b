// A tool of the MCP server, and its input: the parameters and the body of a call of the control API, as one JSON schema without references.

import { type Node, resolve } from '../../contract/document.ts'
import { exampleOf, findOperation, inline } from '../../contract/excerpt.ts'
import { validateWith } from '../../contract/schema.ts'

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: InputSchema
  /** Resolves with a text for the agent. */
  readonly run: (input: Input, call: Call) => Promise<string>
}

/** The values that the agent gives. */
export type Input = Readonly<Record<string, unknown>>

export interface Call {
  /** Aborted when the agent does not want the result any more. */
  readonly signal: AbortSignal
  /** Tells the agent how far a long call has come. */
  readonly tell: (done: number, planned: number, message: string) => void
}

/** Throws an Error that names the wrong fields. The control API checks the body. */
export async function checkInput({ name, inputSchema }: Tool, input: Input): Promise<void> {
  const { [BODY]: body, ...others } = inputSchema.properties
  const schema = { ...inputSchema, properties: { ...others, ...(body && { [BODY]: {} }) } }
  const check = await validateWith(() => schema, name, `the input of ${name}`)
  const faults = check(input).map(({ message }) => message)
  if (faults.length > 0) throw new Error(faults.join('; '))
}

/** JSON Schema of an object, as MCP wants it. */
export interface InputSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required?: string[]
  readonly additionalProperties: false
}

/** The name of the field that has the body of a call. */
export const BODY = 'body'

export const TEXTS = { type: 'array', items: { type: 'string' }, minItems: 1 }

export const objectOf = (properties: InputSchema['properties'], required: string[] = []): InputSchema => ({
  ...{ type: 'object', properties },
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

/** The input of the call with this operationId, with further fields. Throws when the document has no such call. */
export function inputOf(document: Node, operationId: string, fields: InputSchema['properties'] = {}) {
  const { node, parameters } = findOperation(document, operationId)
  const { schema } = resolve(document, resolve(document, resolve(document, node.requestBody).content)['application/json'])
  const example = JSON.stringify(exampleOf(document, node))
  const body = schema === undefined ? {} : { [BODY]: { ...inline(document, schema), description: `For example ${example}` } }
  const described = parameters.map(({ name, schema, description }) => [name, { ...inline(document, schema), description }])
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => String(name))
  return {
    description: String(node.description ?? node.summary).trim(),
    inputSchema: objectOf({ ...Object.fromEntries(described), ...body, ...fields }, [...required, ...Object.keys(body)]),
  }
}
