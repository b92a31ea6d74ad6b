// Makes the package's JavaScript: two entries, and chunks that they load on first use.

import { build, type Metafile } from 'esbuild'
import { lean } from './lean.ts'

/** CommonJS packages inside an ES module still ask for Node's own modules by require. */
const REQUIRE = "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** Writes the bundle and resolves with what is in it. */
export async function bundle(directory: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: ['src/main.ts', 'src/sandbox.ts'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    // Some packages' CommonJS form finds its own files in a way that no bundler can follow.
    mainFields: ['module', 'main'],
    outdir: directory,
    // Chunks lie beside the entries, because package-files.ts looks for the package one folder up.
    chunkNames: '[name]-[hash]',
    banner: { js: REQUIRE },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    plugins: [lean],
  })
  return metafile
}

/** The folders of the packages that are in bundles. */
export function packagesOf(bundles: readonly Metafile[]): string[] {
  const files = bundles.flatMap(({ outputs }) => Object.values(outputs)).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  return [...new Set(folders)].sort()
}
