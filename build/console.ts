// Makes the static files of the console: the page, its script and its style sheet. `npm start` runs this file first, and it does
// nothing when no source has changed.

import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join, parse } from 'node:path'
import { argv, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { BuildResult, Plugin } from 'esbuild'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
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

/** Two builders may run at once: each makes the files in a folder of its own, and then moves them. */
export async function buildConsole(directory: string): Promise<BuildResult<{ metafile: true }>> {
  mkdirSync(directory, { recursive: true })
  const own = mkdtempSync(join(directory, 'build-'))
  try {
    const result = await writeFiles(own)
    for (const name of readdirSync(own)) renameSync(join(own, name), join(directory, name))
    return result
  } finally {
    rmSync(own, { recursive: true })
  }
}

async function writeFiles(directory: string): Promise<BuildResult<{ metafile: true }>> {
  const { build } = await import('esbuild')
  const [{ renderGuides }, { renderConsole, renderDocs }] = await Promise.all([import('./guides.ts'), import('./page.ts')])
  writeFileSync(join(directory, 'guides.html'), renderGuides(join(ROOT, 'docs')))
  writeFileSync(join(directory, 'docs.html'), renderDocs())
  writeFileSync(join(directory, 'index.html'), renderConsole())
  // After an update of the sources, the package may not be installed yet. Then only /docs is missing.
  if (existsSync(SCALAR)) cpSync(SCALAR, join(directory, 'scalar.js'))
  cpSync(join(SOURCE, 'favicon.svg'), join(directory, 'favicon.svg'))
  return build({
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
}

/** Lists the modules of the last build. */
const MODULES = 'modules.json'
/** Everything else that a build depends on. The lock file changes with the packages. */
const OTHERS = ['src/console/*', 'src/console/*/*.css', 'docs/*.md', 'build/{console,guides,page}.ts', 'package-lock.json']

/** Builds the console, unless its sources are older than the last build. */
async function renewConsole(directory: string): Promise<void> {
  const list = join(directory, MODULES)
  if (existsSync(join(directory, 'scalar.js')) && isNewest(list)) return
  const { metafile } = await buildConsole(directory)
  writeFileSync(list, JSON.stringify(Object.keys(metafile.inputs).filter((path) => path.startsWith('src/'))))
}

function isNewest(list: string): boolean {
  try {
    const built = statSync(list).mtimeMs
    const sources = [...(JSON.parse(readFileSync(list, 'utf8')) as string[]), ...globSync(OTHERS, { cwd: ROOT })]
    return sources.every((path) => statSync(join(ROOT, path)).mtimeMs < built)
  } catch {
    // Nothing was built yet, or a source is gone.
    return false
  }
}

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
