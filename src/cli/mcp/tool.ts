// A tool of the MCP server.

import type { InputSchema } from './input-schema.ts'

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: InputSchema
  /** Resolves with a text for the agent. */
  readonly run: (input: Input) => Promise<string>
}

/** The values that the agent gives. The control API checks them. */
export type Input = Readonly<Record<string, unknown>>
