// The entry of the library in the package. It has the same exports as src/sandbox.ts, and loads the server when a function needs it.
// Node.js keeps compiled code only of modules that are loaded after the cache was enabled.

import * as nodeModule from 'node:module'
import { env } from 'node:process'
import { fromCaller } from '../src/client/sandbox-error.ts'
import type * as Library from '../src/sandbox.ts'

// biome-ignore lint/performance/noBarrelFile: it is the entry of the package, and its exports are the library.
export { connectSandbox } from '../src/client/connect.ts'
export { SandboxError } from '../src/client/sandbox-error.ts'
export { assertVerdict } from '../src/examine/assert-verdict.ts'
export { Problem, StartError } from '../src/ground/problem.ts'

function load(): Promise<typeof Library> {
  // Coverage is less exact for code from the cache, so a test suite that measures it starts without.
  // Node.js 20 has no such cache. There the start says which version it needs.
  if (env.NODE_V8_COVERAGE === undefined) nodeModule.enableCompileCache?.()
  return import('../src/sandbox.ts')
}

export function startSandbox(...args: Parameters<typeof Library.startSandbox>): ReturnType<typeof Library.startSandbox> {
  return fromCaller(startSandbox, async () => (await load()).startSandbox(...args))
}
export const inject: typeof Library.inject = (options) => fromCaller(inject, async () => (await load()).inject(options))
export const loadPolicy: typeof Library.loadPolicy = (file) => fromCaller(loadPolicy, async () => (await load()).loadPolicy(file))
export const planCampaign: typeof Library.planCampaign = async (options) => (await load()).planCampaign(options)
export const replayRun: typeof Library.replayRun = async (options) => (await load()).replayRun(options)

/** The type check fails here when an export of src/sandbox.ts is missing above. */
type Missing = Exclude<keyof typeof Library, keyof typeof import('./library-entry.ts')>
const isComplete: [Missing] extends [never] ? true : Missing = true
void isComplete
