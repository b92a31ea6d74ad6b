// The MCP server (Model Context Protocol) on standard input and output. This file is the door of its package.

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { messageOf } from '../../errors/problem.ts'
import { type Call, checkInput, type Tool } from './tool.ts'

const INSTRUCTIONS = `Write and test a client of this API against a local sandbox. Call start. Before you write code, read the contract
(readContract, then readContract with each operation) and what the sandbox does where the contract is silent (listAssumptions). Point the
client at the base URL. Force trouble without a change of the client by the base URL: …/~flaky,failures=1/v1 (listScenarios). Then read
getReport: it says what the client did wrong, by which rule, and which requests show it. getRequest explains a request. inject runs the
client's test suite again and again with one fault at one call, and shows what the client does in trouble.`.replaceAll('\n', ' ')

/** Serves until the other side closes standard input. */
export async function serveTools(tools: readonly Tool[], version: string, { stdin, stdout }: NodeJS.Process): Promise<void> {
  const server = new Server({ name: 'petstore-sandbox', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }))
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params: { name, arguments: input = {}, _meta } }, { signal, sendNotification }) => {
      const tool = tools.find((candidate) => candidate.name === name)
      const answer = (text: string, isError = false) => ({ content: [{ type: 'text', text }], isError })
      if (tool === undefined) return answer(`There is no tool ${name}: the tools are ${tools.map((known) => known.name).join(', ')}.`, true)
      const progressToken = _meta?.progressToken
      const tell: Call['tell'] = (progress, total, message) => {
        if (progressToken === undefined) return
        // A client that has left gets no progress.
        sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total, message } }).catch(() => {})
      }
      try {
        await checkInput(tool, input)
        return answer(await tool.run(input, { signal, tell }))
      } catch (error) {
        return answer(messageOf(error), true)
      }
    },
  )
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    stdin.once('end', resolve).once('close', resolve)
  })
  await server.connect(new StdioServerTransport(stdin, stdout))
  await closed
  await server.close()
}
