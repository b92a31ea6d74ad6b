// Makes the JavaScript of the package: two entries, and chunks that the entries load on first use.

import { build, type Metafile } from 'esbuild'
import { compiledSchemas } from './compiled.ts'
import { fewChunks } from './few-chunks.ts'
import { lean } from './lean.ts'

/** CommonJS packages inside an ES module still load Node's own modules with `require`. */
const REQUIRE = "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** Writes the bundle, and resolves with the list of its parts. */
export async function bundle(directory: string): Promise<Metafile> {
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
    plugins: [compiledSchemas, fewChunks, lean],
  })
  return metafile
}

/** The folders of the packages whose code is in the bundles. */
export function packagesOf(bundles: readonly Metafile[]): string[] {
  const files = bundles.flatMap(({ outputs }) => Object.values(outputs)).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  return [...new Set(folders)].sort()
}
