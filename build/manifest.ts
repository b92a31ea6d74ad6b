// The manifest of the package. It is made from the one of the repository, which is private and lists what the sources
// need; the package needs nothing.

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
  // What the launcher loads.
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
