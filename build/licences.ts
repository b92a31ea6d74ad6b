// Writes the licences of the bundled packages as one text.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

const RULE = '-'.repeat(80)

/** `map` is the source map of a script that its package has bundled already. */
export const renderLicences = (bundles: readonly Metafile[], map: string): string =>
  [...new Set([...packagesOf(bundles), ...packagesIn(map)])].sort().map(renderLicence).join(`\n${RULE}\n\n`)

/** The folders of the packages whose code is in the bundles. */
function packagesOf(bundles: readonly Metafile[]): string[] {
  const files = bundles.flatMap(({ outputs }) => Object.values(outputs)).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  return folders
}

/** Scalar's own packages have no `node_modules` in their paths: `../../../themes/dist/index.js`. A package may not be installed here. */
function packagesIn(map: string): string[] {
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: readonly string[] }
  const names = sources.map((path) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
    return name ?? `@scalar/${/^(?:\.\.\/){3}(\w[^/]*)/.exec(path)?.[1] ?? 'api-reference'}`
  })
  return names.map((name) => join('node_modules', name)).filter((folder) => existsSync(join(folder, 'package.json')))
}

function renderLicence(folder: string): string {
  const { name, version, license = 'see below' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name} ${version}, ${license}\n${file ? `\n${readFileSync(join(folder, file), 'utf8').trim()}\n` : ''}`
}
