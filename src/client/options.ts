// The options of connectSandbox, checked.

import { readFileSync } from 'node:fs'
import { messageOf, StartError } from '../errors/problem.ts'
import { isObject } from '../json/json.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'

/** The options of `connectSandbox`. */
export interface ConnectOptions {
  /** The control token, if the sandbox was started with one. */
  readonly token?: string | undefined
  /**
   * For HTTPS: the certificate of the authority to trust in PEM, or the file with that certificate. Default: the
   * authorities of Node.js.
   */
  readonly ca?: string | undefined
}

const OPTIONS = ['token', 'ca']

/** Throws a StartError for an unknown option or a wrong value. */
export function readOptions(options: ConnectOptions): ConnectOptions {
  if (!isObject(options as unknown)) throw new StartError(`the options must be an object, got ${show(options)}`)
  const strange = Object.keys(options).find((name) => !OPTIONS.includes(name))
  if (strange !== undefined) {
    const near = findNearest(strange, OPTIONS)
    throw new StartError(
      `${strange} is not an option${near === undefined ? `; the options are ${OPTIONS.join(', ')}` : `: did you mean ${near}?`}`,
    )
  }
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && typeof value !== 'string') throw new StartError(`${name} must be a text, got ${show(value)}`)
  const { token, ca } = options
  return { token, ca: ca === undefined || ca.includes('-----BEGIN') ? ca : readAuthority(ca) }
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError((optionName) => `${optionName('ca')} ${file}: the certificate cannot be read: ${messageOf(error)}`)
  }
}
