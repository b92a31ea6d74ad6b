// The documents for people and code generators: the contract as published, and the reference page.

import Router from '@koa/router'
import type Koa from 'koa'
import type { Contract } from '../contract/contract.ts'
import { renderReference } from '../contract/reference.ts'
import { originOf } from '../journey/create-visit.ts'
import { renderJson } from '../json.ts'
import { renderYaml } from '../yaml.ts'

/** Serves the documents at the root; whatever the contract has at the same place wins. */
export function createPublished({ contract, scheme }: { contract: Contract; scheme: string }): Koa.Middleware {
  const router = new Router()
  const documentFor = (ctx: Koa.Context) =>
    contract.publish(originOf(ctx.req, scheme) + contract.basePath, { assumptions: ctx.query.assumptions === 'include' })
  router.get('/openapi.json', (ctx) => {
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.type = 'application/json'
    ctx.body = renderJson(documentFor(ctx))
  })
  router.get('/openapi.yaml', (ctx) => {
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.type = 'application/yaml'
    ctx.body = renderYaml(documentFor(ctx))
  })
  router.get('/docs', (ctx) => {
    ctx.type = 'html'
    ctx.body = renderReference(contract)
  })
  router.get('/', (ctx) => ctx.redirect('/docs'))
  const routes = router.routes() as unknown as Koa.Middleware
  const paths = new Set(['/', '/openapi.json', '/openapi.yaml', '/docs'])
  return function published(ctx, next) {
    const isOurs = paths.has(ctx.path) && (contract.basePath !== '' || contract.find(ctx.method, ctx.path) === undefined)
    return isOurs ? routes(ctx, next) : next()
  }
}
