// Writes the part of the package that runs: the code, the documents and the manifest.

import { chmodSync, cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { renderJson } from '../src/contract/json/json.ts'
import { parseYaml } from '../src/contract/json/yaml.ts'
import { loadDocument } from '../src/contract/load-document.ts'
import { bundle } from './bundle.ts'

const LAUNCHER = 'bin/petstore-sandbox.cjs'
/** Files that the package gets as they are. */
const COPIED = [LAUNCHER, 'spec', 'fixtures', 'scenarios', 'skills', 'CHANGELOG.md', 'LICENSE']

/** The working directory is that of the project. Resolves with the list of the parts of the code. */
export async function writePackage(directory: string): Promise<Metafile> {
  const contract = await loadDocument(join('spec', 'openapi.yaml'))
  const bundled = await bundle(join(directory, 'lib'), contract)
  // The types of the documents stand in `types`.
  for (const path of COPIED) cpSync(path, join(directory, path), { recursive: true, filter: (file) => !file.endsWith('.ts') })
  chmodSync(join(directory, LAUNCHER), 0o755)
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(createManifest(), null, 2)}\n`)
  // The package reads its documents and scenarios as JSON, so that it need not load the parser of YAML.
  writeFileSync(join(directory, 'lib', 'openapi.json'), renderJson(contract))
  writeFileSync(join(directory, 'lib', 'scenarios.json'), renderJson(readScenarios()))
  writeFileSync(join(directory, 'lib', 'control.json'), renderJson(await loadDocument(join('spec', 'control.yaml'))))
  return bundled
}

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
