// Makes the JavaScript of the package: two entries, and chunks that the entries load on first use.

import { createRequire, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { getBuiltinModule } from 'node:process'
import { build, type Metafile, type Plugin } from 'esbuild'
import type { OpenApi } from '../src/contract/document.ts'
import { compileSchemas } from './compiled.ts'

/** CommonJS packages inside an ES module still load Node's own modules with `require`. */
const REQUIRE = "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** Writes the bundle, with the compiled schemas of the contract. Resolves with the list of its parts. */
export async function bundle(directory: string, contract: OpenApi): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: { main: 'src/main.ts', sandbox: 'build/library-entry.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    // As CommonJS, some packages look for their own files in a way that no bundler can follow.
    mainFields: ['module', 'main'],
    outdir: directory,
    // Chunks are in the folder of the entries, because package-files.ts looks for the package one folder up.
    chunkNames: '[name]-[hash]',
    banner: { js: REQUIRE },
    minifySyntax: true,
    minifyWhitespace: true,
    // Node.js shows the line of an uncaught error, so no line may fill a screen.
    lineLimit: 160,
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    plugins: [compileSchemas(contract), fewChunks, lean, builtIn],
  })
  return metafile
}

const SERVER = join(import.meta.dirname, '..', 'src', 'sandbox.ts')

/**
 * Keeps the code of the server in one chunk. esbuild makes a chunk for each group of modules that the same entries use, which were twenty
 * small files at each start. Here each module that is loaded late also imports the server, which is loaded already. So all entries use
 * the same modules.
 */
const fewChunks: Plugin = {
  name: 'few-chunks',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      const file = join(resolveDir, path)
      return kind === 'dynamic-import' && file !== SERVER ? { path: file, namespace: 'late' } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
      contents: `import ${JSON.stringify(SERVER)}\nexport * from ${JSON.stringify(path)}`,
      resolveDir: import.meta.dirname,
    }))
  },
}

/** The media types that Koa looks up: those of the replies, by name or by the ending of a file. */
const TYPES =
  /^(application\/(json|problem\+json|yaml|xml|javascript|octet-stream|x-www-form-urlencoded)|text\/(css|html|javascript|markdown|plain|event-stream|xml)|image\/svg\+xml)$/

const koa = createRequire(createRequire(import.meta.url).resolve('koa'))
const mediaTypes = koa(createRequire(koa.resolve('mime-types')).resolve('mime-db')) as Readonly<Record<string, unknown>>

/**
 * Code that the sandbox never calls is left out: the seventy other languages of Faker, Prism's reader of Postman collections, which
 * brings a second Faker, Prism's client of other servers, what node-redis knows beyond Redis itself, and media types that nobody sends
 * here.
 */
const LEAN: Readonly<Record<string, string>> = {
  '@faker-js/faker': "export { base, en, Faker, fakerEN as faker } from '@faker-js/faker'",
  'postman-collection': 'export {}',
  'node-fetch': 'export {}',
  'mime-db': `module.exports = ${JSON.stringify(Object.fromEntries(Object.entries(mediaTypes).filter(([type]) => TYPES.test(type))))}`,
  redis: "export { createClient } from '@redis/client'",
}

const lean: Plugin = {
  name: 'lean',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(@faker-js\/faker|postman-collection|node-fetch|mime-db|redis)$/ }, ({ path, namespace }) =>
      namespace === 'lean' ? undefined : { path, namespace: 'lean' },
    )
    onLoad({ filter: /.*/, namespace: 'lean' }, ({ path }) => ({ contents: LEAN[path] ?? '', resolveDir: import.meta.dirname }))
  },
}

/**
 * Loads the modules of Node.js with `require`. An import reads all their exports, and some exports load more when they are read: one of
 * node:http loads a whole WebSocket client. Here, exports that nobody imports are left out.
 */
const builtIn: Plugin = {
  name: 'built-in',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[\w:/]+$/ }, ({ kind, path }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'built-in' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => {
      const names = Object.keys(getBuiltinModule(path) ?? {}).filter((name) => name !== 'default')
      const all = `require('${path}')`
      const ones = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => ${all}.${name})()`)
      return { contents: [`export default ${all}`, ...ones].join('\n') }
    })
  },
}
