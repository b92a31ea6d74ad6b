// Loaded before the sources of the sandbox. It replaces one module, so that the bench can measure the cost of observers and of Koa, and
// the sandbox needs no option for that. BENCH_OBSERVERS names the observers that stay. Without it, Koa is left out.

import { registerHooks } from 'node:module'

const { BENCH_OBSERVERS } = process.env
const [specifier, parent, own] =
  BENCH_OBSERVERS === undefined
    ? ['./edge.ts', 'serve/listener.ts', './direct-edge.ts']
    : ['./record/observer.ts', 'create-parts.ts', './tell-fewer.ts']
const parentURL = new URL(`../../src/${parent}`, import.meta.url).href
const url = new URL(own, import.meta.url).href

registerHooks({
  resolve: (wanted, context, next) =>
    wanted === specifier && context.parentURL === parentURL ? { url, shortCircuit: true } : next(wanted, context),
})
