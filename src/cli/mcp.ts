// `petstore-sandbox mcp`: the tools of the sandbox for coding agents, over the Model Context Protocol.

import type { Command } from 'commander'
import type { SandboxHandle } from '../client/handle.ts'
import { loadDocument } from '../contract/load-document.ts'
import { OWN, readVersion } from '../package-files.ts'
import { startSandbox } from '../sandbox.ts'
import { connect, type DriveOptions, withConnection } from './drive.ts'

export function addMcp(program: Command, process: NodeJS.Process): void {
  const command = program.command('mcp').description('serve tools for coding agents on standard input and output (Model Context Protocol)')
  withConnection(command).action(async (options: DriveOptions) => {
    // Only this command needs the server. The other commands start faster without it.
    const { serveTools } = await import('./mcp/serve.ts')
    const { createTools } = await import('./mcp/tools.ts')
    let sandbox: Promise<SandboxHandle> | undefined
    const isNamed = ['url', 'host', 'port'].some((name) => ['cli', 'env'].includes(String(command.getOptionValueSource(name))))
    const open = () => {
      sandbox ??= isNamed ? connect(options) : startSandbox()
      return sandbox
    }
    const control = await loadDocument(OWN.controlApi)
    try {
      await serveTools(createTools({ open, control }), readVersion(), process)
    } finally {
      await (await sandbox)?.close()
    }
  })
}
