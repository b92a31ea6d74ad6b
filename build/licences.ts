// Writes the licences of the bundled packages as one text.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

const RULE = '-'.repeat(80)

export const renderLicences = (bundles: readonly Metafile[]): string => packagesOf(bundles).map(renderLicence).join(`\n${RULE}\n\n`)

/** The folders of the packages whose code is in the bundles. */
function packagesOf(bundles: readonly Metafile[]): string[] {
  const files = bundles.flatMap(({ outputs }) => Object.values(outputs)).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  return [...new Set(folders)].sort()
}

function renderLicence(folder: string): string {
  const { name, version, license = 'see below' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name} ${version}, ${license}\n${file ? `\n${readFileSync(join(folder, file), 'utf8').trim()}\n` : ''}`
}
