// Runs the code blocks of the pages in some languages against a sandbox, and compares what each prints with what it says.
//
// A block says in its comments what it prints: a program behind the printing line, a shell on lines of their own.

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SKILL } from '../../build/skill.ts'
import { quote } from '../../src/ground/words.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'
import { LIBRARY, MAIN } from './command.ts'
import { type Block, blocksOf, pages, ROOT, SHOWN_ORIGIN } from './pages.ts'

const execute = promisify(execFile)

/** A block that is ready to run, and a folder for its files. */
interface Runnable {
  readonly code: string
  readonly folder: string
}

export interface Language {
  readonly program: string
  /** The arguments that tell whether the language is there. */
  readonly probe: readonly string[]
  /** Runs the blocks, and gives what each printed, in their order. */
  run(blocks: readonly Runnable[]): readonly Promise<string>[]
}

/** Go must not fetch another version of itself. */
const ENVIRONMENT = { ...process.env, GOTOOLCHAIN: 'local' }

export const runProgramOf = async (program: string, args: readonly string[]): Promise<string> =>
  (await execute(program, args, { cwd: ROOT, env: ENVIRONMENT })).stdout

/** Each block is a process of its own: the program is given its text, or a file of this name. */
export const eachApart =
  (program: string, args: readonly string[], file?: string): Language['run'] =>
  (blocks) =>
    blocks.map(async ({ code, folder }) => {
      if (file === undefined) return runProgramOf(program, [...args, code])
      await writeFile(join(folder, file), code)
      return runProgramOf(program, [...args, join(folder, file)])
    })

/** Tests the blocks of one language, all of them at once. */
export function testBlocks(name: string, { program, probe, run }: Language): void {
  const shown = [...pages, SKILL].flatMap(blocksOf).filter((block) => block.language === name && !block.isHeld)

  describe(name, () => {
    let sandbox: Sandbox
    let directory: string
    let isThere = false
    let outputs: readonly Promise<string>[] = []
    beforeAll(async () => {
      isThere = await execute(program, probe).then(
        () => true,
        () => false,
      )
      if (!isThere) return
      sandbox = await startSandbox()
      directory = await mkdtemp(join(tmpdir(), 'petstore-sandbox-'))
      const folders = shown.map((_block, index) => join(directory, String(index)))
      for (const folder of folders) await mkdir(folder)
      outputs = run(shown.map(({ code }, index) => ({ code: withAddresses(code, sandbox.origin), folder: folders[index] ?? '' })))
      // A failure is told by the test of its block.
      await Promise.allSettled(outputs)
    })
    afterAll(async () => {
      await sandbox?.close()
      if (directory) await rm(directory, { recursive: true, force: true })
    })

    test.for(shown.map((block, index) => ({ ...block, index })))('$page:$line prints what it says', async ({ code, index }, { skip }) => {
      skip(!isThere, `${program} does not run here`)
      expect(await outputs[index]).toMatch(promiseOf({ code, language: name }))
    })
  })
}

/** The block with the address of a sandbox, with the built library, and with the built command in place of npm, which takes longer. */
function withAddresses(code: string, origin: string): string {
  return code
    .replaceAll('npm --silent start -- ', `${quote(process.execPath)} ${quote(MAIN)} `)
    .replaceAll(SHOWN_ORIGIN, origin)
    .replaceAll("'petstore-sandbox'", JSON.stringify(LIBRARY))
}

/** What the comments of a block say that it prints. */
function promiseOf({ code, language }: Pick<Block, 'code' | 'language'>): RegExp {
  const quote = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (language === 'sh') {
    const lines = code.split('\n').filter((line) => line.startsWith('# '))
    return new RegExp(lines.map((line) => quote(line.slice(2))).join('[^]*'))
  }
  const said = [...code.matchAll(/(?:console\.log|print|println|Println)\(.*\);? +(?:\/\/|#) (.*)$/gm)]
  return new RegExp(`^${said.map(([, line = '']) => `${quote(line)}\r?\n`).join('')}$`)
}
