// `npm run build [-- --pack]`: writes dist/package, the package as it is published, with its own manifest. With --pack, npm makes
// a tarball of it; further options are for npm. The code of every dependency is inside the
// package, so that installing the sandbox installs nothing else.

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { renderJson } from '../src/contract/json/json.ts'
import { parseYaml } from '../src/contract/json/yaml.ts'
import { loadDocument } from '../src/contract/load-document.ts'
import { bundle } from './bundle.ts'
import { buildConsole, SCALAR } from './console.ts'
import { renderLicences } from './licences.ts'
import { writeTypes } from './types.ts'

const PACKAGE = join('dist', 'package')
const LAUNCHER = 'bin/petstore-sandbox.cjs'
/** Files that the package gets as they are. */
const COPIED = [LAUNCHER, 'spec', 'fixtures', 'scenarios', 'skills', 'CHANGELOG.md', 'LICENSE']

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
for (const path of [PACKAGE, join('dist', 'types')]) rmSync(path, { recursive: true, force: true })

const contract = await loadDocument(join('spec', 'openapi.yaml'))
const bundled = [await bundle(join(PACKAGE, 'lib'), contract), await buildConsole(join(PACKAGE, 'lib', 'console'))]
// The script of Scalar is most of the package, and this saves 300 KB of the tarball.
writeFileSync(join(PACKAGE, 'lib', 'console', 'scalar.js.br'), brotliCompressSync(readFileSync(SCALAR)))
rmSync(join(PACKAGE, 'lib', 'console', 'scalar.js'))
writeTypes(join(PACKAGE, 'types'))
// The types of the documents stand in `types`.
for (const path of COPIED) cpSync(path, join(PACKAGE, path), { recursive: true, filter: (file) => !file.endsWith('.ts') })
chmodSync(join(PACKAGE, LAUNCHER), 0o755)
cpSync(join('build', 'README.md'), join(PACKAGE, 'README.md'))

writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(createManifest(), null, 2)}\n`)
// The package reads its documents and scenarios as JSON, so that it need not load the parser of YAML.
writeFileSync(join(PACKAGE, 'lib', 'openapi.json'), renderJson(contract))
writeFileSync(join(PACKAGE, 'lib', 'scenarios.json'), renderJson(readScenarios()))
writeFileSync(join(PACKAGE, 'lib', 'control.json'), renderJson(await loadDocument(join('spec', 'control.yaml'))))
writeFileSync(join(PACKAGE, 'LICENSES.txt'), renderLicences(bundled, `${SCALAR}.map`))

/** The manifest lists no dependencies, because their code is inside the package. */
function createManifest(): object {
  const { name, devEngines, ...source } = JSON.parse(readFileSync('package.json', 'utf8'))
  const kept = ['version', 'description', 'license', 'author', 'repository', 'keywords']
  return {
    name,
    ...Object.fromEntries(kept.map((field) => [field, source[field]])),
    type: 'module',
    engines: { node: devEngines.runtime.version },
    bin: { [name]: LAUNCHER },
    // The launcher loads this file.
    imports: { '#main': './lib/main.js' },
    exports: {
      '.': { types: './types/src/sandbox.d.ts', default: './lib/sandbox.js' },
      './openapi.yaml': './spec/openapi.yaml',
      './scenario.schema.json': './spec/scenario.schema.json',
      './report.schema.json': './spec/report.schema.json',
      './policy.schema.json': './spec/policy.schema.json',
      './package.json': './package.json',
    },
    files: ['bin', 'lib', 'types', 'spec', 'fixtures', 'scenarios', 'skills', 'CHANGELOG.md', 'LICENSES.txt'],
  }
}

/** The values of the scenario files, by the names of the files. */
function readScenarios(): Record<string, unknown> {
  const files = globSync('*.yaml', { cwd: 'scenarios' }).sort()
  return Object.fromEntries(files.map((file) => [file, parseYaml(readFileSync(join('scenarios', file), 'utf8'), file).value]))
}

const at = process.argv.indexOf('--pack')
if (at !== -1)
  process.exitCode =
    spawnSync('npm', ['pack', `./${PACKAGE}`, ...process.argv.slice(at + 1)], { stdio: 'inherit', shell: process.platform === 'win32' })
      .status ?? 1
