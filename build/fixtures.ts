// `npm run fixtures`: makes the files in fixtures/, which a world starts with. They change only with the recipes or with Faker.
// `-- <dir>` writes them to another directory.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderJson } from '../src/contract/json/json.ts'
import { recipes } from '../src/operations/fixtures.ts'
import { OWN } from '../src/package-files.ts'
import { createFixtures } from '../src/worlds/fixtures.ts'

const [directory = OWN.fixtures] = process.argv.slice(2)
const { collections } = await createFixtures(recipes)
mkdirSync(directory, { recursive: true })
for (const [name, items] of Object.entries(collections)) {
  const file = join(directory, `${name}.json`)
  writeFileSync(file, `[\n${items.map((item) => `  ${renderJson(item)}`).join(',\n')}\n]\n`)
  process.stdout.write(`${file}\n`)
}
