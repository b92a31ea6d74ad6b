// Moves the unreleased changes of CHANGELOG.md under the version that `npm version` has just set, with today's date. Writes the new
// version into the example of the GitHub Action and into the document of the control API.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const UNRELEASED = '## Unreleased\n'
/** Where other files name the version. */
const MENTIONS = [
  { file: 'docs/ci.md', version: /(?<=petstore-sandbox@v)\d+\.\d+\.\d+/g },
  { file: 'spec/control.yaml', version: /(?<=^ {2}version: |sandbox: |name: petstore-sandbox, version: )\d+\.\d+\.\d+/gm },
]

const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string }
const changelog = readFileSync(`${ROOT}CHANGELOG.md`, 'utf8')
const [, changes = ''] = changelog.split(UNRELEASED)
if (!/^- /m.test(changes.split(/^## /m)[0] ?? '')) {
  process.stderr.write('CHANGELOG.md: the section Unreleased is empty, so there is nothing to release\n')
  process.exit(1)
}
const date = new Date().toISOString().slice(0, 10)
writeFileSync(`${ROOT}CHANGELOG.md`, changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version}, ${date}\n`))
for (const mention of MENTIONS) {
  const text = readFileSync(`${ROOT}${mention.file}`, 'utf8')
  writeFileSync(`${ROOT}${mention.file}`, text.replaceAll(mention.version, version))
}
