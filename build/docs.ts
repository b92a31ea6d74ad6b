// Runs the tests that write the generated parts of the pages, the types and the skill. Each reads what the tests before it have written.

import { spawnSync } from 'node:child_process'
import { execPath } from 'node:process'

for (const names of [['names'], ['tables'], ['types'], ['library', 'skill']]) {
  const files = names.map((name) => `test/docs/${name}`)
  const { status } = spawnSync(execPath, ['build/commands.ts', 'test', ...files], { stdio: 'inherit' })
  process.exitCode ||= status ?? 1
}
