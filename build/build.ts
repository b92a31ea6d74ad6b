// Makes the package's JavaScript: two entries and the chunks that they load on first use, with every dependency
// inside, so that installing the sandbox installs nothing else. Beside it the types, the contract as JSON, and the
// licences of what is in it.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { renderJson } from '../src/json.ts'
import { parseYaml } from '../src/yaml.ts'
import { lean } from './lean.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** CommonJS packages inside an ES module still ask for Node's own modules by require. */
const REQUIRE = "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

process.chdir(ROOT)
rmSync('dist', { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: ['src/main.ts', 'src/sandbox.ts'],
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.18',
  // Some packages' CommonJS form finds its own files in a way that no bundler can follow.
  mainFields: ['module', 'main'],
  outdir: 'dist',
  // Beside the entries, for the package's files are looked for one folder up.
  chunkNames: '[name]-[hash]',
  banner: { js: REQUIRE },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'error',
  metafile: true,
  plugins: [lean],
})
execFileSync(join('node_modules', '.bin', 'tsc'), ['-p', 'build/tsconfig.json'], { stdio: 'inherit' })
writeFileSync('dist/openapi.json', renderJson(parseYaml(readFileSync('spec/openapi.yaml', 'utf8'), 'spec/openapi.yaml').value))
writeFileSync('dist/LICENSES.txt', renderLicences(packagesOf(metafile)))

/** The folders of the packages that went in. */
function packagesOf({ inputs }: Metafile): string[] {
  const folders = Object.keys(inputs).flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  return [...new Set(folders)].sort()
}

function renderLicences(folders: readonly string[]): string {
  return folders
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        name: string
        version: string
        license?: string
      }
      const file = existsSync(folder) ? readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) : undefined
      return `${name} ${version}, ${license ?? 'see below'}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}
