// Writes the header `Sandbox-Case` for a test. src/scenarios/switch-headers.ts reads it.

import { randomUUID } from 'node:crypto'
import { Problem } from '../errors/problem.ts'
import { show } from './show.ts'

/** What a test declares about its calls. */
export interface CaseOptions {
  /** The status that the test wants, or several. */
  readonly expect?: number | readonly number[]
  /** 1: this run of the test makes each different call once, so every repetition is the work of the client. The header then has a new id. */
  readonly calls?: 1
}

/** The header that names a test. With `calls`, it has a new id, because a test that runs again is no retry. */
export function renderCase(name: string, { expect, calls }: CaseOptions = {}): { 'Sandbox-Case': string } {
  if (name === '') throw new Problem('invalid_value', 'the name of the test is empty')
  if (calls !== undefined && calls !== 1) throw new Problem('invalid_value', `calls must be 1, got ${show(calls)}`)
  const statuses = expect === undefined ? [] : [expect].flat()
  const announced = statuses.length === 0 ? '' : `;expect="${statuses.join(' ')}"`
  return { 'Sandbox-Case': `${renderName(name)}${announced}${calls === undefined ? '' : `;calls=1;id="${randomUUID()}"`}` }
}

/** A string of RFC 9651. Other letters than ASCII travel as a Display String (§3.3.8). */
function renderName(name: string): string {
  if (/^[ -~]*$/.test(name)) return `"${name.replaceAll(/["\\]/g, '\\$&')}"`
  const bytes = [...Buffer.from(name)].map((byte) =>
    byte >= 0x20 && byte <= 0x7e && byte !== 0x22 && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
  )
  return `%"${bytes.join('')}"`
}
