// The pages that people read, and the code blocks in them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A code block. The tests run it, unless `isHeld`: then they only compare it with the project. */
export interface Block {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly isHeld: boolean
  readonly code: string
}

/** The pages, by their path in the project. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

export const readPage = (page: string) => readFileSync(join(ROOT, page), 'utf8')

export function blocksOf(page: string): Block[] {
  const text = readPage(page)
  return [...text.matchAll(/^(<!-- not run by the tests -->\n)?```(\w+)\n(.*?)\n```$/gms)].map(
    ({ index, 1: mark, 2: language = '', 3: code = '' }) => ({
      page,
      line: text.slice(0, index).split('\n').length,
      language,
      isHeld: mark !== undefined || HEAVY.test(code),
      code,
    }),
  )
}

/** Commands that take too long for a test, or need the network. */
const HEAVY = /^(npm (ci|install|run|test|version)|npx|docker) /m

/** The text of a page without its code blocks. */
export const proseOf = (page: string) => readPage(page).replaceAll(/^```.*?\n```$/gms, '')

/** The address that the pages show. */
export const SHOWN_ORIGIN = 'http://127.0.0.1:4010'
