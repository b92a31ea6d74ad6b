// Reads a file that a user has named. Anything else that a path can name, for example a pipe, may have no end.

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'

/** Throws an Error when the file cannot be read. Opening a pipe without O_NONBLOCK would wait for somebody who writes to it. */
export function readRegularFile(file: string): Buffer {
  const opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    refuseIrregular(fstatSync(opened))
    return readFileSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Throws an Error unless these are the facts of a regular file. */
export function refuseIrregular(stats: Stats): void {
  if (stats.isDirectory()) throw new Error('it is a directory')
  if (!stats.isFile()) throw new Error('it is not a regular file')
}
