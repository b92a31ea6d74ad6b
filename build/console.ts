// Makes the console: the page, its script and its sheet, as static files. `npm start` runs this file before it starts the
// sandbox, which takes a fraction of a second.

import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { argv, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { BuildResult } from 'esbuild'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = join(ROOT, 'src', 'console')

/** What goes in as it stands. */
const COPIED = ['index.html', 'favicon.svg']

/** The browsers of about the last year: the sheet uses light-dark(), and the code uses JSON.rawJSON. */
const TARGET = ['chrome123', 'firefox135', 'safari18.4']

export async function buildConsole(directory: string): Promise<BuildResult<{ metafile: true }>> {
  const { build } = await import('esbuild')
  mkdirSync(directory, { recursive: true })
  for (const name of COPIED) cpSync(join(SOURCE, name), join(directory, name))
  return build({
    absWorkingDir: ROOT,
    entryPoints: { console: join(SOURCE, 'main.tsx'), style: join(SOURCE, 'style.css') },
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
  })
}

/** An installation without the tools of developers has no esbuild. The sandbox works all the same. */
const isMissing = (error: unknown) => (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND'

if (argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildConsole(join(ROOT, 'dist', 'console'))
  } catch (error) {
    if (!isMissing(error)) throw error
    stdout.write('the console is not built, because esbuild is not installed\n')
  }
}
