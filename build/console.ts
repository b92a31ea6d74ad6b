// Makes the static files of the console: the page, its script and its style sheet. `npm start` runs this file first, and it does
// nothing when no source has changed.

import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join, parse } from 'node:path'
import { argv, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Metafile, Plugin } from 'esbuild'
import { ROOT, renew } from './renew.ts'

const SOURCE = join(ROOT, 'src', 'console')

/** The script of the page at /docs. */
export const SCALAR = join(ROOT, 'node_modules/@scalar/api-reference/dist/browser/standalone.js')

/** The built files, and the files that they are built from. */
const ENTRIES = { 'console.js': 'main.tsx', 'style.css': 'style.css', 'docs.js': 'docs/docs.ts', 'docs.css': 'docs/docs.css' }

/** Browsers of about the last year, because the style sheet uses light-dark() and the code uses JSON.rawJSON. */
const TARGET = ['chrome123', 'firefox135', 'safari18.4']

/** Of Node's modules the console uses only the phrases of the statuses. */
const statusCodes: Plugin = {
  name: 'status-codes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, () => ({ path: 'node:http', namespace: 'status-codes' }))
    onLoad({ filter: /.*/, namespace: 'status-codes' }, () => ({ contents: `export const STATUS_CODES = ${JSON.stringify(STATUS_CODES)}` }))
  },
}

/** Resolves with the list of the modules. */
export async function buildConsole(directory: string): Promise<Metafile> {
  mkdirSync(directory, { recursive: true })
  const { build } = await import('esbuild')
  const [{ renderGuides }, { renderConsole, renderDocs }] = await Promise.all([import('./guides.ts'), import('./page.ts')])
  writeFileSync(join(directory, 'guides.html'), renderGuides(join(ROOT, 'docs')))
  writeFileSync(join(directory, 'docs.html'), renderDocs())
  writeFileSync(join(directory, 'index.html'), renderConsole())
  // After an update of the sources, the package may not be installed yet. Then only /docs is missing.
  if (existsSync(SCALAR)) cpSync(SCALAR, join(directory, 'scalar.js'))
  cpSync(join(SOURCE, 'favicon.svg'), join(directory, 'favicon.svg'))
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(ENTRIES).map(([out, path]) => ({ in: join(SOURCE, path), out: parse(out).name })),
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: TARGET,
    outdir: directory,
    minify: true,
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    plugins: [statusCodes],
  })
  return metafile
}

export const renewConsole = (directory: string): Promise<void> => renew(directory, buildConsole)

/** An installation without development packages has no esbuild. The sandbox works without the console. */
const isMissing = (error: unknown) => (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND'

if (argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await renewConsole(join(ROOT, 'dist', 'console'))
  } catch (error) {
    if (!isMissing(error)) throw error
    stdout.write('the console is not built, because esbuild is not installed\n')
  }
}
