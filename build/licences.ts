// Writes the licences of the bundled packages as one text.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

const RULE = '-'.repeat(80)

export const renderLicences = (folders: readonly string[]): string => folders.map(renderLicence).join(`\n${RULE}\n\n`)

function renderLicence(folder: string): string {
  const { name, version, license = 'see below' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name} ${version}, ${license}\n${file ? `\n${readFileSync(join(folder, file), 'utf8').trim()}\n` : ''}`
}
