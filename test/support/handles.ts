// The two kinds of handles: for a sandbox in this process, and for a sandbox that runs elsewhere.

import { onTestFinished } from 'vitest'
import { connectSandbox, type SandboxHandle, type SandboxOptions } from '../../src/sandbox.ts'
import { start } from './sandbox.ts'

export type Give = (options?: SandboxOptions) => Promise<SandboxHandle>

/** A handle on a sandbox that runs elsewhere. It knows only the address. */
export const startAndConnect: Give = async (options) => {
  const handle = await connectSandbox((await start(options)).url)
  onTestFinished(() => handle.close())
  return handle
}

/** All ways to get a handle, by name. Each way starts a new sandbox, which ends with the test. */
export const HANDLES: readonly (readonly [name: string, give: Give])[] = [
  ['startSandbox', start],
  ['connectSandbox', startAndConnect],
]
