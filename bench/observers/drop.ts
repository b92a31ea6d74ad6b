// Loaded before the sandbox's own sources: gives src/parts/create-parts.ts a `tellAll` that leaves some observers out. So the bench can
// tell what they cost, and the sandbox needs no switch for it.

import { registerHooks } from 'node:module'

const PARTS = new URL('../../src/parts/create-parts.ts', import.meta.url).href
const FEWER = new URL('./tell-fewer.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '../record/observer.ts' && context.parentURL === PARTS ? { url: FEWER, shortCircuit: true } : next(specifier, context),
})
