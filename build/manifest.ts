// Makes the manifest of the package from the manifest of the repository. The package lists no dependencies, because their code
// is inside.

export interface SourceManifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly keywords: readonly string[]
  readonly author: string
  readonly homepage: string
  readonly repository: object
  readonly bugs: string
  readonly devEngines: { readonly runtime: { readonly version: string } }
}

export const LAUNCHER = 'bin/petstore-sandbox.cjs'

export const createManifest = ({
  name,
  version,
  description,
  license,
  keywords,
  author,
  homepage,
  repository,
  bugs,
  devEngines,
}: SourceManifest) => ({
  name,
  version,
  description,
  license,
  author,
  homepage,
  repository,
  bugs,
  keywords,
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
    './inject.schema.json': './spec/inject.schema.json',
    './package.json': './package.json',
  },
  files: ['bin', 'lib', 'types', 'spec', 'fixtures', 'scenarios', 'skills', 'CHANGELOG.md', 'LICENSES.txt'],
})
