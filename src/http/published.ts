// The documents for people, code generators and coding agents: the published contract, llms.txt, and the console with the reference.
// The console and the reference are one page, whose script and style sheet are built as files. The page uses no other script or style,
// calls no other server, and cannot be framed by another page.

import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type Koa from 'koa'
import { Problem } from '../errors/problem.ts'
import { originOf } from '../journey/head.ts'
import { renderJson } from '../json/json.ts'
import { once } from '../text/once.ts'
import type { HttpParts } from './parts.ts'

/** A page is read with GET and HEAD only. */
interface Page {
  readonly method: 'GET'
  readonly path: string
  readonly serve: (ctx: Koa.Context) => unknown
}

export function createPublished({ contract, scheme, consoleFiles, renderGuide }: HttpParts): Page[] {
  /** Keeps only the last text, because most clients use the same address. */
  function publish(type: string, render: (document: object) => string | Promise<string>): Page['serve'] {
    let key: string | undefined
    let text: string | Promise<string> = ''
    return async (ctx) => {
      const server = originOf(ctx.req, scheme) + contract.basePath
      const assumptions = ctx.query.assumptions === 'include'
      const wanted = `${server} ${assumptions}`
      if (key !== wanted) text = render(contract.publish(server, { assumptions }))
      key = wanted
      ctx.set('Access-Control-Allow-Origin', '*')
      ctx.type = type
      ctx.body = await text
    }
  }

  const pages: Record<string, Page['serve']> = {
    '/openapi.json': publish('application/json', renderJson),
    '/openapi.yaml': publish('application/yaml', async (document) => (await import('../json/yaml.ts')).renderYaml(document)),
    '/llms.txt': async (ctx) => {
      ctx.body = await renderGuide(originOf(ctx.req, scheme))
      ctx.type = 'text/markdown'
    },
    ...createConsole(consoleFiles),
  }
  return Object.entries(pages).map(([path, serve]) => ({ method: 'GET', path, serve }))
}

/** Console and reference are the same page. The page's script looks at the path. */
const FILES = {
  '/': 'index.html',
  '/docs': 'index.html',
  '/docs/guides': 'guides.html',
  '/console/console.js': 'console.js',
  '/console/style.css': 'style.css',
  '/console/favicon.svg': 'favicon.svg',
}

/** With Trusted Types the script cannot turn a text into HTML. The icon with the number of failures needs `data:`. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
}

/** Serves the files. The key is the path. `directory` holds the built files. */
export const createConsole = (directory: string): Readonly<Record<string, Page['serve']>> =>
  Object.fromEntries(
    Object.entries(FILES).map(([path, name]): [string, Page['serve']] => {
      const load = once(() => readConsoleFile(join(directory, name)))
      return [
        path,
        async (ctx) => {
          const { bytes, tag } = await load()
          ctx.set(HEADERS)
          ctx.set('ETag', tag)
          ctx.type = extname(name)
          ctx.status = 200
          if (ctx.fresh) ctx.status = 304
          else ctx.body = bytes
        },
      ]
    }),
  )

async function readConsoleFile(path: string) {
  try {
    const bytes = await readFile(path)
    return { bytes, tag: `"${hash('sha256', bytes, 'base64url')}"` }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Problem('unavailable', 'the console is not built here: run npm run console. The contract is at /openapi.yaml')
  }
}
