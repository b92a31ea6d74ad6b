// The documents for people, code generators and coding agents: the published contract, the pages of the console and the
// reference, and llms.txt.

import type Koa from 'koa'
import type { Contract } from '../contract/contract.ts'
import { originOf } from '../journey/head.ts'
import { renderJson } from '../json/json.ts'
import { createConsole } from './console.ts'

export interface PublishedParts {
  readonly contract: Contract
  readonly scheme: string
  /** The directory of the console's files. */
  readonly consoleFiles: string
  /** Makes the guide for coding agents. `origin` is the address under which the client calls this server. */
  readonly renderGuide: (origin: string) => Promise<string>
}

/** A page is read with GET and HEAD only. */
export interface Page {
  readonly method: 'GET'
  readonly path: string
  readonly serve: (ctx: Koa.Context) => unknown
}

/** The documents. */
export function createPublished({ contract, scheme, consoleFiles, renderGuide }: PublishedParts): Page[] {
  const json = keepLast((server, assumptions) => renderJson(contract.publish(server, { assumptions })))
  const yaml = keepLast(async (server, assumptions) =>
    (await import('../json/yaml.ts')).renderYaml(contract.publish(server, { assumptions })),
  )
  const render = (ctx: Koa.Context, document: Document) =>
    document(originOf(ctx.req, scheme) + contract.basePath, ctx.query.assumptions === 'include')

  const pages: Record<string, Page['serve']> = {
    '/openapi.json': async (ctx) => {
      ctx.set('Access-Control-Allow-Origin', '*')
      ctx.type = 'application/json'
      ctx.body = await render(ctx, json)
    },
    '/openapi.yaml': async (ctx) => {
      ctx.set('Access-Control-Allow-Origin', '*')
      ctx.type = 'application/yaml'
      ctx.body = await render(ctx, yaml)
    },
    '/llms.txt': async (ctx) => {
      ctx.body = await renderGuide(originOf(ctx.req, scheme))
      ctx.type = 'text/markdown'
    },
    ...createConsole(consoleFiles),
  }
  return Object.entries(pages).map(([path, serve]) => ({ method: 'GET', path, serve }))
}

/** Makes the text of a document. `server` is the address under which the client calls this server. */
type Document = (server: string, assumptions: boolean) => string | Promise<string>

/** Renders a document on demand and keeps only the last text, because most clients use the same address. */
function keepLast(render: Document): Document {
  let key: string | undefined
  let text: string | Promise<string> = ''
  return (server, assumptions) => {
    const wanted = `${server} ${assumptions}`
    if (key !== wanted) text = render(server, assumptions)
    key = wanted
    return text
  }
}
