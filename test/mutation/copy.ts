// A copy of the project in a directory of its own, which goes away with the process. The project itself is never changed.

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Copy {
  readonly directory: string
  /** For the temporary files of the tests. The copy is in it. */
  readonly temporary: string
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
  // A short name: some tests show paths of temporary files in a narrow table.
  const temporary = mkdtempSync(join(tmpdir(), 'm'))
  // A test starts a sandbox as another user, who has to read the copy.
  chmodSync(temporary, 0o755)
  const directory = join(temporary, 'project')
  for (const file of files) cpSync(join(project, file), join(directory, file), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(directory, 'node_modules'))
  return {
    directory,
    temporary,
    files,
    read: (file) => readFileSync(join(directory, file), 'utf8'),
    write: (file, text) => writeFileSync(join(directory, file), text),
    remove: () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }),
  }
}
