// The documents for people, code generators and coding agents: the published contract, llms.txt, the console, and the page at /docs. The
// pages load scripts of this server only, call no other server, and no other page can frame them.

import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { renderJson } from '../contract/json/json.ts'
import { Problem } from '../ground/problem.ts'
import { once } from '../ground/remember.ts'
import { type Context, originOf } from './journey/message.ts'
import type { HttpParts } from './parts.ts'

/** The key is the path. */
type Pages = Readonly<Record<string, (ctx: Context) => unknown>>

export function createPages({ contract, consoleFiles, renderGuide }: HttpParts): Pages {
  const publish =
    (type: string, render: (document: object) => string | Promise<string>): Pages[string] =>
    async (ctx) => {
      const server = originOf(ctx) + contract.basePath
      ctx.set('Access-Control-Allow-Origin', '*')
      ctx.type = type
      ctx.body = await render(contract.publish(server, { assumptions: ctx.query.assumptions === 'include' }))
    }

  return {
    '/openapi.json': publish('application/json', renderJson),
    '/openapi.yaml': publish('application/yaml', async (document) => (await import('../contract/json/yaml.ts')).renderYaml(document)),
    '/llms.txt': async (ctx) => {
      ctx.body = await renderGuide(originOf(ctx))
      ctx.type = 'text/markdown'
    },
    ...createConsole(consoleFiles),
  }
}

const FILES = {
  '/': 'index.html',
  '/docs': 'docs.html',
  '/docs/guides': 'guides.html',
  '/console/console.js': 'console.js',
  '/console/docs.css': 'docs.css',
  '/console/docs.js': 'docs.js',
  '/console/scalar.js': 'scalar.js',
  '/console/style.css': 'style.css',
  '/console/favicon.svg': 'favicon.svg',
}

/** With Trusted Types the script cannot turn a text into HTML. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Scalar adds style sheets and icons, and turns texts of the documents into HTML. The page shows no text of a client. */
const DOCS_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
  .replace("img-src 'self'", "img-src 'self' data:")
  .replace(/; require-trusted.*/, '')

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
}

export const createConsole = (directory: string): Pages =>
  Object.fromEntries(Object.entries(FILES).map(([path, name]) => [path, serveFile(join(directory, name))]))

function serveFile(path: string): Pages[string] {
  const load = once(() => readConsoleFile(path))
  return async (ctx) => {
    const { bytes, tag } = await load()
    ctx.set(HEADERS)
    if (path.endsWith('docs.html')) ctx.set('Content-Security-Policy', DOCS_POLICY)
    ctx.set('ETag', tag)
    ctx.type = extname(path)
    ctx.status = 200
    if (ctx.fresh) ctx.status = 304
    else ctx.body = bytes
  }
}

const decompress = promisify(brotliDecompress)

/** The package has its largest file compressed. */
async function readConsoleFile(path: string) {
  try {
    const bytes = await readFile(path).catch(async () => decompress(await readFile(`${path}.br`)))
    return { bytes, tag: `"${hash('sha256', bytes, 'base64url')}"` }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Problem('unavailable', 'the console is not built here: run npm run console. The contract is at /openapi.yaml')
  }
}
