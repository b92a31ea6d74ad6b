// The documents for people and code generators: the contract as published, and the reference page.

import type Koa from 'koa'
import type { Contract } from '../contract/contract.ts'
import { renderReference } from '../contract/reference.ts'
import { normalizePath } from '../contract/routes.ts'
import { originOf } from '../journey/create-visit.ts'
import { renderJson } from '../json.ts'
import { Problem } from '../problem.ts'
import { renderYaml } from '../yaml.ts'

export interface Published {
  /** Whether a document is at this path; whatever the contract has at the same place wins. */
  has(method: string, path: string): boolean
  /** Throws a Problem for any method but GET and HEAD. */
  serve(ctx: Koa.Context): void
}

export function createPublished({ contract, scheme }: { contract: Contract; scheme: string }): Published {
  const documentFor = (ctx: Koa.Context) =>
    contract.publish(originOf(ctx.req, scheme) + contract.basePath, { assumptions: ctx.query.assumptions === 'include' })

  const documents: Readonly<Record<string, (ctx: Koa.Context) => void>> = {
    '/openapi.json': (ctx) => {
      ctx.set('Access-Control-Allow-Origin', '*')
      ctx.type = 'application/json'
      ctx.body = renderJson(documentFor(ctx))
    },
    '/openapi.yaml': (ctx) => {
      ctx.set('Access-Control-Allow-Origin', '*')
      ctx.type = 'application/yaml'
      ctx.body = renderYaml(documentFor(ctx))
    },
    '/': (ctx) => ctx.redirect('/docs'),
    '/docs': (ctx) => {
      ctx.type = 'html'
      ctx.body = renderReference(contract)
    },
  }

  return {
    has: (method, path) =>
      Object.hasOwn(documents, normalizePath(path)) && (contract.basePath !== '' || contract.find(method, path) === undefined),
    serve(ctx) {
      const path = normalizePath(ctx.path)
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD')
        throw new Problem('method_not_allowed', `${path} does not take ${ctx.method}, only GET and HEAD`, {
          headers: { Allow: 'GET, HEAD' },
        })
      documents[path]?.(ctx)
    },
  }
}
