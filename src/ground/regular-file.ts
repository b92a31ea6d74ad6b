// Reads a file that a user has named. Anything else that a path can name, for example a pipe, may have no end.

import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { messageOf, StartError } from './problem.ts'

/** A StartError says why the file cannot be read. `option` is the option that has named it, as `named`. */
export function readUserFile(file: string, option?: string, named = file): string {
  try {
    const bytes = readRegularFile(file)
    if (!isUtf8(bytes)) throw new Error('it is not UTF-8')
    return bytes.toString().replace(/^\uFEFF/, '')
  } catch (error) {
    throw refuseNamed(named, whyUnread(error, 'file'), option)
  }
}

/** `--policy mine.yaml: there is no such file` */
export const refuseNamed = (named: string, reason: string, option?: string) =>
  new StartError((optionName) => `${option === undefined ? '' : `${optionName(option)} `}${named || '""'}: ${reason}`)

export const whyUnread = (error: unknown, kind: 'file' | 'directory') =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? `there is no such ${kind}` : `cannot be read: ${messageOf(error)}`

/** Opening a pipe without O_NONBLOCK would wait for somebody who writes to it. */
function readRegularFile(file: string): Buffer {
  const opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    refuseIrregular(fstatSync(opened))
    return readFileSync(opened)
  } finally {
    closeSync(opened)
  }
}

export function refuseIrregular(stats: Stats): void {
  if (stats.isDirectory()) throw new Error('it is a directory')
  if (!stats.isFile()) throw new Error('it is not a regular file')
}
