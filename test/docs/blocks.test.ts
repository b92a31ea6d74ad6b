// Every code block of the pages runs against a sandbox and prints what it says. Blocks marked `held` do not run here:
// pages.test.ts compares them with the project.
//
// A block says in its comments what it prints: a program behind the printing line, a shell on lines of their own.

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'
import { blocksOf, isHeavy, pages, ROOT, SHOWN_ORIGIN } from '../support/pages.ts'

const execute = promisify(execFile)
/** The first `go run` of a machine compiles Go's own packages. */
const PATIENCE_MS = 180_000

interface Language {
  readonly program: string
  /** The arguments that run a program given as text, or as a file of this name. */
  readonly args: readonly string[]
  readonly file?: string
  /** The arguments that tell whether the language is there. */
  readonly probe: readonly string[]
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  sh: { program: 'bash', args: ['-euc'], probe: ['--version'] },
  ts: { program: process.execPath, args: ['--input-type=module-typescript', '-e'], probe: ['--version'] },
  python: { program: 'python3', args: ['-c'], probe: ['-c', 'import urllib3'] },
  go: { program: 'go', args: ['run'], file: 'example.go', probe: ['version'] },
  java: { program: 'java', args: [], file: 'Example.java', probe: ['--version'] },
}

const languages = await Promise.all(
  Object.entries(LANGUAGES).map(async ([name, language]) => {
    const isThere = await execute(language.program, language.probe).then(
      () => true,
      () => false,
    )
    return { name, language, isThere }
  }),
)

let sandbox: Sandbox
let directory: string
beforeAll(async () => {
  sandbox = await startSandbox()
  directory = await mkdtemp(join(tmpdir(), 'petstore-sandbox-'))
})
afterAll(async () => {
  await sandbox.close()
  await rm(directory, { recursive: true, force: true })
})

describe.each(languages)('$name', ({ name, language: { program, args, file }, isThere }) => {
  const shown = pages.flatMap(blocksOf).filter((block) => block.language === name && block.mark === '' && !isHeavy(block))
  if (!isThere) process.stdout.write(`docs: ${shown.length} examples in ${name} are skipped, because ${program} does not run here\n`)

  test.runIf(isThere).concurrent.each(shown)(
    '$page:$line prints what it says',
    async ({ page, line, code }) => {
      const text = withAddresses(code)
      const folder = join(directory, `${page.replaceAll(/\W/g, '-')}-${line}`)
      if (file) {
        await mkdir(folder)
        await writeFile(join(folder, file), text)
      }
      const { stdout } = await execute(program, [...args, file ? join(folder, file) : text], { cwd: ROOT, env: ENVIRONMENT })
      expect(stdout).toMatch(promiseOf(code, name))
    },
    PATIENCE_MS,
  )
})

/** Go must not fetch another version of itself. */
const ENVIRONMENT = { ...process.env, GOTOOLCHAIN: 'local' }

/** The block with the address of this sandbox and with the library where it lies here. */
const withAddresses = (code: string) =>
  code.replaceAll(SHOWN_ORIGIN, sandbox.origin).replaceAll("'petstore-sandbox'", `'${join(ROOT, 'src', 'sandbox.ts')}'`)

/** What the comments of a block say that it prints. */
function promiseOf(code: string, language: string): RegExp {
  const quote = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (language === 'sh') {
    const lines = code.split('\n').filter((line) => line.startsWith('# '))
    return new RegExp(lines.map((line) => quote(line.slice(2))).join('[^]*'))
  }
  const said = [...code.matchAll(/(?:console\.log|print|println|Println)\(.*\);? +(?:\/\/|#) (.*)$/gm)]
  return new RegExp(`^${said.map(([, line = '']) => `${quote(line)}\r?\n`).join('')}$`)
}
