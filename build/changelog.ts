// Moves the unreleased changes of CHANGELOG.md under the version that `npm version` has just set, with today's date. The examples of
// the GitHub Action get the new version.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const UNRELEASED = '## Unreleased\n'
/** The pages that show how a workflow uses the action. */
const WORKFLOWS = ['README.md', 'docs/report.md']

const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string }
const changelog = readFileSync(`${ROOT}CHANGELOG.md`, 'utf8')
const [, changes = ''] = changelog.split(UNRELEASED)
if (!/^- /m.test(changes.split(/^## /m)[0] ?? '')) {
  process.stderr.write('CHANGELOG.md: the section Unreleased is empty, so there is nothing to release\n')
  process.exit(1)
}
const date = new Date().toISOString().slice(0, 10)
writeFileSync(`${ROOT}CHANGELOG.md`, changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version}, ${date}\n`))
for (const page of WORKFLOWS) {
  const text = readFileSync(`${ROOT}${page}`, 'utf8')
  writeFileSync(`${ROOT}${page}`, text.replaceAll(/(?<=petstore-sandbox@v)\d+\.\d+\.\d+/g, version))
}
