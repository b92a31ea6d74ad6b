// Mutants that no test can notice, because the sandbox does the same with them. Each has its reason.

import type { Mutant } from './mutants.ts'

export interface Unnoticeable extends Pick<Mutant, 'file' | 'kind'> {
  /** The line of the source without its indentation, so that the entry stays true when lines move. */
  readonly line: string
  /** The text that is there now, and the text in its place; without them, all mutants of this kind in the line. */
  readonly before?: string
  readonly after?: string
  readonly reason: string
}

export const UNNOTICEABLE: readonly Unnoticeable[] = []

/** The entry for a mutant, if there is one. */
export function findReason(mutant: Mutant, source: string): string | undefined {
  const line = source.split('\n')[mutant.line - 1]?.trim()
  return UNNOTICEABLE.find(
    (one) =>
      one.file === mutant.file &&
      one.kind === mutant.kind &&
      one.line === line &&
      (one.before ?? mutant.before) === mutant.before &&
      (one.after ?? mutant.after) === mutant.after,
  )?.reason
}
