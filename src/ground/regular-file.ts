// Reads a file that a user has named. Anything else that a path can name, for example a pipe, may have no end.

import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { messageOf, StartError } from './problem.ts'

/** The text of a file. A StartError says that `what` cannot be read, and why. `option` is the option that has named the file. */
export function readUserFile(file: string, what?: string, option?: string): string {
  try {
    const bytes = readRegularFile(file)
    if (!isUtf8(bytes)) throw new Error('it is not UTF-8')
    return bytes.toString().replace(/^\uFEFF/, '')
  } catch (error) {
    const reason = `${file}: ${what === undefined ? '' : `${what} `}cannot be read: ${messageOf(error)}`
    throw new StartError((optionName) => (option === undefined ? reason : `${optionName(option)} ${reason}`))
  }
}

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
