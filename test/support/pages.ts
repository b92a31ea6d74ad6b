// The pages that people read, and the code blocks in them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A code block. `mark` is the second word after its fence: `held` blocks are compared with the project and not run. */
export interface Block {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly mark: string
  readonly code: string
}

/** The pages, by their path in the project. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

export const readPage = (page: string) => readFileSync(join(ROOT, page), 'utf8')

export function blocksOf(page: string): Block[] {
  const text = readPage(page)
  return [...text.matchAll(/^```(\w+) ?(\w*)\n(.*?)\n```$/gms)].map(({ index, 1: language = '', 2: mark = '', 3: code = '' }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    language,
    mark,
    code,
  }))
}

/** True for a block that takes too long for a test, or needs the network. Such a block must be marked `held`. */
export const isHeavy = ({ code }: Block) => /^(npm (ci|install|run|test|version)|npx|docker) /m.test(code)

/** The text of a page without its code blocks. */
export const proseOf = (page: string) => readPage(page).replaceAll(/^```.*?\n```$/gms, '')

/** The address that the pages show. */
export const SHOWN_ORIGIN = 'http://127.0.0.1:4010'
