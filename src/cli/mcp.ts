// `petstore-sandbox mcp`: the tools of the sandbox for coding agents, over the Model Context Protocol on standard input and output. This
// file is the door of its package.

import type { Command } from 'commander'
import { reach } from '../client/connect.ts'
import type { HandleParts } from '../client/handle.ts'
import { resolve } from '../contract/document.ts'
import { isObject } from '../contract/json/json.ts'
import { loadDocument } from '../contract/load-document.ts'
import { validateWith } from '../contract/schema.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import { once } from '../ground/remember.ts'
import { OWN, readVersion } from '../package-files.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import type { Input, Tell, Tool } from './agent-tools.ts'
import { addressOf, type DriveOptions, placeOf, withConnection } from './drive.ts'
import { FOR_SUITES, untilSignal } from './signals.ts'

const INSTRUCTIONS = `Write and test a client of this API against a local sandbox. Call start. Before you write code, read the
operations (readContract) and what the sandbox does where the contract is silent (listAssumptions). Point the client at
the base URL. Force trouble without a change of the client by the base URL: …/~flaky,failures=1/v1 (listScenarios). Then read
getReport: it says what the client did wrong, by which rule, and which requests show it. getRequest explains a request. inject runs
your tests again and again with one fault at one call, and shows what the client does in trouble.`.replaceAll('\n', ' ')

export function addMcp(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = program.command('mcp').description('serve tools for coding agents on standard input and output (Model Context Protocol)')
  withConnection(command).action(async (options: DriveOptions) => {
    const { createTools } = await import('./agent-tools.ts')
    const isNamed = ['url', 'host', 'port'].some((name) => ['cli', 'env'].includes(String(command.getOptionValueSource(name))))
    // A wrong address is refused now, and not by the first tool.
    placeOf(options)
    let sandbox: Sandbox | undefined
    let parts: HandleParts | undefined
    const close = async () => {
      parts?.transport.close()
      await sandbox?.close()
    }
    // After a failure the next call tries again: the sandbox at the address may be started later.
    const open = once(async (): Promise<HandleParts> => {
      if (!isNamed) sandbox ??= await startSandbox()
      parts = await (sandbox ? reach(sandbox.origin) : reach(...addressOf(options)))
      return parts
    })
    const tools = createTools(open, await loadDocument(OWN.controlApi))
    finish(await untilSignal(process, (signal) => serveTools(tools, process, signal), FOR_SUITES).finally(close))
  })
}

/** JSON-RPC 2.0 §5.1, by the name of the package's error. */
const REFUSED: Readonly<Record<string, unknown>> = {
  SyntaxError: { code: -32700, message: 'Parse error: a message is one line of JSON' },
  ZodError: { code: -32600, message: 'Invalid Request: a message has the form of JSON-RPC 2.0' },
}

/** Serves until standard input ends, or until a signal comes. */
async function serveTools(tools: readonly Tool[], { stdin, stdout }: NodeJS.Process, stop: AbortSignal): Promise<number> {
  // The other commands start faster without the server.
  const { Server } = await import('@modelcontextprotocol/sdk/server/index.js')
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const { CallToolRequestSchema, ListToolsRequestSchema } = await import('@modelcontextprotocol/sdk/types.js')
  const own = { capabilities: { tools: {} }, instructions: INSTRUCTIONS }
  const server = new Server({ name: 'petstore-sandbox', version: readVersion() }, own)
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const { name, arguments: input = {}, _meta: { progressToken } = {} } = params
    const answer = (text: string, isError = false) => ({ content: [{ type: 'text', text }], isError })
    const tell: Tell = (progress, total, message) => {
      if (progressToken === undefined) return
      // A client that has left gets no progress.
      sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total, message } }).catch(() => {})
    }
    const tool = tools.find((candidate) => candidate.name === name)
    if (tool === undefined) return answer(`There is no tool ${name}: the tools are ${tools.map((known) => known.name).join(', ')}.`, true)
    try {
      await checkInput(tool, input)
      return answer(await tool.run(input, signal, tell))
    } catch (error) {
      return answer(messageOf(error), true)
    }
  })
  // The package gives no reply to a line that is no message.
  server.onerror = ({ name }) => {
    if (Object.hasOwn(REFUSED, name)) stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: REFUSED[name] })}\n`)
  }
  const transport = new StdioServerTransport(stdin, stdout)
  await new Promise<unknown>((resolve, reject) => {
    // The transport closes itself only when a message is too long for its buffer.
    server.onclose = () => reject(new StartError('a message was too long, so the server ended'))
    stdin.once('end', resolve).once('close', resolve)
    stop.addEventListener('abort', resolve)
    server.connect(transport).catch(reject)
  })
  await server.close()
  return 0
}

/** Throws an Error that names the wrong fields. The control API checks the body. */
async function checkInput({ name, inputSchema }: Tool, input: Input): Promise<void> {
  const { body, ...others } = inputSchema.properties
  const fields = resolve(inputSchema, resolve(inputSchema, body).properties)
  const inside = Object.entries(input).filter(([field]) => Object.hasOwn(fields, field) && !Object.hasOwn(others, field))
  if (inside.length > 0) throw new Error(`send these fields inside body: ${JSON.stringify({ body: Object.fromEntries(inside) })}`)
  const mayHaveBody = isObject(body) && { body: { 'x-must': `be given. ${body.description}` } }
  const schema = { ...inputSchema, properties: { ...others, ...mayHaveBody } }
  const check = await validateWith(() => schema, name, `the input of ${name}`)
  const mistakes = check(input).map(({ message }) => message)
  if (mistakes.length > 0) throw new Error(mistakes.join('; '))
}
