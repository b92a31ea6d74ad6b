// What people do wrong, and the exact words that they then read. A row of a table begins with the line that somebody writes; the
// words stand after → or in the indented lines below. To add a row, write its first line and run this test with `-u`. Then read the words as
// somebody who is tired and new: do they lead to the mend at the first reading?

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as library from '../../src/sandbox.ts'
import { createDirectory, runHere } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

interface Row {
  /** What somebody writes. */
  readonly line: string
  /** The lines below it that begin with `| `, for example the content of a file. */
  readonly content: string
}

/** Shows the words for each row of a table, and compares the whole with the file. A line with `#` is a heading. */
async function checkTable(file: string, shown: (row: Row) => Promise<string>, hide: (text: string) => string = (text) => text) {
  const url = new URL(file, import.meta.url)
  const blocks = (await readFile(url, 'utf8')).trim().split(/\n+(?=\S)(?!\| )/)
  const played: string[] = []
  for (const block of blocks) {
    if (block.startsWith('#')) {
      played.push(block)
      continue
    }
    const [line = '', ...below] = block.replace(/ → .*/, '').split('\n')
    const content = below.filter((one) => one.startsWith('| '))
    const words = hide(await shown({ line, content: content.map((one) => `${one.slice(2)}\n`).join('') }))
    expect(words, block).not.toBe('')
    const short = `${line} → ${words.replaceAll('\n', ' | ')}`
    const isShort = content.length === 0 && short.length <= 160
    played.push(isShort ? short : [line, ...content, ...words.split('\n').map((one) => `    ${one}`)].join('\n'))
  }
  await expect(`${played.join('\n')}\n`).toMatchFileSnapshot(file)
}

/** The words of a line, as a shell cuts them. */
const cut = (line: string) => [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three ?? '')

/** A call as curl writes it: `POST /v1/pets -H "Name: value" -d {…}`. Each call of the contract has a key, unless the row has another one. */
async function call(origin: string, { line }: Row): Promise<string> {
  const [, method = '', path = '', given = '', body] = /^(\S+) (\S+)(.*?)(?: -d (.*))?$/.exec(line) ?? []
  const own = Object.fromEntries([...given.matchAll(/-H "([^:]+): ?([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))
  const usual = {
    Authorization: path.startsWith('/_sandbox') ? '' : 'Bearer sandbox_free_w1',
    'Content-Type': body ? 'application/json' : '',
  }
  const headers = Object.fromEntries(Object.entries({ ...usual, ...own }).filter(([, value]) => value !== ''))
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, headers: { ...headers, Connection: 'close' } }, async (reply) => {
      const text = Buffer.concat(await reply.toArray()).toString()
      const warnings = [...String(reply.headers['sandbox-warning'] ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)]
      const { message, detail } = (reply.statusCode ?? 0) >= 400 ? JSON.parse(text) : ({} as Record<string, string>)
      const warned = warnings.map(([, warning = '']) => `warning: ${warning.replaceAll(/\\(.)/g, '$1')}`)
      resolve([[reply.statusCode, message ?? detail ?? ''].join(' ').trim(), ...warned].join('\n'))
    })
    sent.on('error', reject).end(body)
  })
}

test('calls over HTTP', async () => {
  const sandbox = await start({ limits: 'off' })
  await checkTable('http.txt', (row) => call(sandbox.origin, row))
})

test('commands', async () => {
  const sandbox = await start()
  await checkTable(
    'command.txt',
    async ({ line }) => {
      const words = cut(line.replaceAll('$URL', sandbox.origin))
      const at = words.indexOf('petstore-sandbox')
      const variables = words.slice(0, at).map((word) => word.split('=', 2))
      const { exitCode, output, errors } = await runHere(words.slice(at + 1), { NO_COLOR: '1', ...Object.fromEntries(variables) })
      return `${(errors || output).trim()} (${exitCode})`
    },
    (text) =>
      text
        .replaceAll(sandbox.origin, 'http://sandbox')
        .replaceAll(process.cwd(), '')
        .replaceAll(/:\d{5}\b/g, ':#'),
  )
})

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor

test('the library', async () => {
  const sandbox = await start()
  const names = { ...library, sandbox, world: sandbox.world('w1') }
  await checkTable('library.txt', async ({ line }) => {
    const act = new AsyncFunction(...Object.keys(names), `${line}\n//# sourceURL=line-of-the-caller`)
    const error = await act(...Object.values(names)).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!(error instanceof Error)) return ''
    // The stack begins at the line of the caller, and the class has the name that `instanceof` needs.
    expect(
      error.stack?.split('\n').find((one) => one.startsWith('    at ')),
      line,
    ).toContain('line-of-the-caller')
    return `${[error.constructor.name, (error as { code?: string }).code].join(' ').trim()}: ${error.message}`
  })
})

/** Files by the first part of their name: how the sandbox reads them. */
const READERS: Readonly<Record<string, (directory: string, file: string) => Promise<unknown>>> = {
  scenarios: (directory) => library.startSandbox({ scenarios: join(directory, 'scenarios') }),
  'petstore-report.yaml': (_directory, file) => library.loadPolicy(file),
  'choices.yaml': (_directory, file) => library.startSandbox({ assume: `@${file}` }),
}

test('files', async () => {
  await checkTable('files.txt', async ({ line, content }) => {
    const directory = await createDirectory()
    const file = join(directory, line)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, content)
    const read = READERS[line.split('/')[0] ?? '']
    return (read ?? Promise.reject)(directory, file).then(
      () => '',
      (error: Error) => error.message.replaceAll(`${directory}/`, ''),
    )
  })
})
