// The two kinds of handle on a sandbox: of one that runs in this process, and of one that runs elsewhere.

import { onTestFinished } from 'vitest'
import { connectSandbox, type SandboxHandle, type SandboxOptions } from '../../src/sandbox.ts'
import { start } from './sandbox.ts'

export type Give = (options?: SandboxOptions) => Promise<SandboxHandle>

/** A handle on a sandbox that runs elsewhere: it knows no more than the address. */
export const startAndConnect: Give = async (options) => {
  const handle = await connectSandbox((await start(options)).url)
  onTestFinished(() => handle.close())
  return handle
}

/** Every way to get a handle, by name. Each gives one of a new sandbox, which ends with the test. */
export const HANDLES: readonly (readonly [name: string, give: Give])[] = [
  ['startSandbox', start],
  ['connectSandbox', startAndConnect],
]
