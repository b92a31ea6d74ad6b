// A copy of the project in a directory of its own, which goes away with the process. The project itself is never changed.

import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Copy {
  readonly directory: string
  /** The files of the project, as paths inside it, committed or not. */
  readonly files: readonly string[]
  read(file: string): string
  write(file: string, text: string): void
  remove(): void
}

/** Copies all files that git knows or would take; the packages are linked. */
export function createCopy(project: string): Copy {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: project, encoding: 'utf8' })
  const files = [...new Set(listed.split('\0'))].filter(
    (file) => file !== '' && lstatSync(join(project, file), { throwIfNoEntry: false })?.isFile(),
  )
  const directory = mkdtempSync(join(tmpdir(), 'petstore-mutate-'))
  for (const file of files) cpSync(join(project, file), join(directory, file), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(directory, 'node_modules'))
  // The temporary files of the tests.
  mkdirSync(join(directory, 'tmp'))
  return {
    directory,
    files,
    read: (file) => readFileSync(join(directory, file), 'utf8'),
    write: (file, text) => writeFileSync(join(directory, file), text),
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }),
  }
}
