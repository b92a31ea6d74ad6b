// Makes the manifest of the package from the manifest of the repository. The package lists no dependencies, because their code
// is inside.

export interface SourceManifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly keywords: readonly string[]
  readonly engines: Readonly<Record<string, string>>
}

export const LAUNCHER = 'bin/petstore-sandbox.cjs'

export const createManifest = ({ name, version, description, license, keywords, engines }: SourceManifest) => ({
  name,
  version,
  description,
  license,
  keywords,
  type: 'module',
  engines,
  bin: { [name]: LAUNCHER },
  // The launcher loads this file.
  imports: { '#main': './lib/main.js' },
  exports: {
    '.': { types: './types/sandbox.d.ts', default: './lib/sandbox.js' },
    './openapi.yaml': './spec/openapi.yaml',
    './scenario.schema.json': './spec/scenario.schema.json',
    './report.schema.json': './spec/report.schema.json',
    './package.json': './package.json',
  },
  files: ['bin', 'lib', 'types', 'spec', 'fixtures', 'scenarios', 'skills', 'CHANGELOG.md', 'LICENSES.txt'],
})
