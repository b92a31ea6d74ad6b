// A tool of the MCP server, and the check of what an agent sends to it.

import { validateWith } from '../../contract/schema.ts'
import { BODY, type InputSchema } from './input-schema.ts'

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

/** Throws an Error that names the wrong field and all known fields. The control API checks the body. */
export async function checkInput({ name, inputSchema }: Tool, input: Input): Promise<void> {
  const { [BODY]: body, ...others } = inputSchema.properties
  const check = await validateWith(() => ({ ...inputSchema, properties: { ...others, ...(body && { [BODY]: {} }) } }))
  const faults = check(input).map(({ subject, message }) => `${subject === '' ? name : subject} ${message}`)
  if (faults.length > 0) throw new Error(`${faults.join('; ')}.`)
}
