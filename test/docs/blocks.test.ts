// Every code block of the pages in shell and TypeScript runs against a sandbox and prints what its comments say.
// blocks.languages.ts runs the other languages. A block behind a comment that says so, or with a heavy
// command, does not run: pages.test.ts compares it with the project.

import { symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from '../support/pages.ts'
import { eachApart, type Language, runProgramOf, testBlocks } from '../support/run-blocks.ts'

/** The line between the outputs of two blocks. */
const BETWEEN = '\u0000'

/** One process runs all the blocks, one after the other, so that it loads the library once. A block that throws ends it. */
const inTurn: Language['run'] = (blocks) => {
  const outputs = (async () => {
    await symlink(join(ROOT, 'node_modules'), join(dirname(blocks[0]?.folder ?? ''), 'node_modules'))
    const files = blocks.map(({ folder }) => join(folder, 'block.ts'))
    for (const [index, file] of files.entries()) await writeFile(file, blocks[index]?.code ?? '')
    const steps = files.map((file) => `await import(${JSON.stringify(file)}); console.log(${JSON.stringify(BETWEEN)})`)
    return (await runProgramOf(process.execPath, ['--input-type=module', '-e', steps.join('\n')])).split(`${BETWEEN}\n`)
  })()
  return blocks.map(async (_block, index) => (await outputs)[index] ?? '')
}

testBlocks('sh', { program: 'bash', probe: ['--version'], run: eachApart('bash', ['-euc']) })
testBlocks('ts', { program: process.execPath, probe: ['--version'], run: inTurn })
