// Loaded before the sandbox's own sources: gives src/sandbox.ts a `tellAll` that leaves some observers out. So the bench can
// tell what they cost, and the sandbox needs no switch for it.

import { registerHooks } from 'node:module'

const SANDBOX = new URL('../../src/sandbox.ts', import.meta.url).href
const FEWER = new URL('./tell-fewer.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './observer.ts' && context.parentURL === SANDBOX ? { url: FEWER, shortCircuit: true } : next(specifier, context),
})
