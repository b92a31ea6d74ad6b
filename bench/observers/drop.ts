// Loaded before the sources of the sandbox. It gives src/create-parts.ts a `tellAll` that leaves some observers out. So the
// bench can measure the cost of observers, and the sandbox needs no option for that.

import { registerHooks } from 'node:module'

const PARTS = new URL('../../src/create-parts.ts', import.meta.url).href
const FEWER = new URL('./tell-fewer.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './record/observer.ts' && context.parentURL === PARTS ? { url: FEWER, shortCircuit: true } : next(specifier, context),
})
