// Reads unnoticeable.txt: mutants that no test can notice, because the sandbox does the same with them. Below each reason stand lines of
// src/, without their indentation, or parts of lines, each after `…`. Before a line stand the kinds of change, each perhaps with the text
// that is there before or after it.

import { readFileSync } from 'node:fs'
import type { Mutant } from './mutants.ts'

interface Unnoticeable {
  readonly reason: string
  readonly changes: readonly string[]
  /** A whole line, or parts that lines have. */
  readonly line: string | readonly string[]
}

const text = readFileSync(new URL('unnoticeable.txt', import.meta.url), 'utf8')

export const UNNOTICEABLE: readonly Unnoticeable[] = text.split(/^# /m).flatMap((block) => {
  const [reason = '', ...rows] = block.trim().split('\n')
  return rows.map((row) => {
    const [, changes = '', line = ''] = /^(.*?) \| (.*)$/.exec(row) ?? []
    const parts = line.split('… ').map((part) => part.trim())
    return { reason, changes: changes.split(' or '), line: line.startsWith('… ') ? parts.slice(1) : line }
  })
})

/** The entry for a mutant, if there is one. */
export function findReason({ line, kind, before, after }: Mutant, source: string): string | undefined {
  const mutated = source.split('\n')[line - 1]?.trim() ?? ''
  const names = [kind, `${kind} ${before}`, `${kind} ${after}`]
  const isAt = (one: Unnoticeable['line']) => (typeof one === 'string' ? one === mutated : one.some((part) => mutated.includes(part)))
  return UNNOTICEABLE.find((one) => isAt(one.line) && one.changes.some((change) => names.includes(change)))?.reason
}
