// What a request does wrong: violations break the contract, warnings do not.

import type { Code } from '../replies/problem.ts'

/** The part of a request. */
export type Place = 'path' | 'query' | 'header' | 'cookie' | 'body'

/** What breaks the contract, and with which code it is refused. */
export interface Violation {
  /** The code of the error body that refuses such a request. */
  readonly code: Code
  /** The part of the request that is wrong. */
  readonly in: Place
  /** The name of a parameter or a header; in a body a JSON pointer (RFC 6901), empty for the whole of it. */
  readonly place: string
  /** What is wrong, in a sentence. */
  readonly message: string
}

/** What does not break the contract but is a likely mistake, or what the contract does not promise. */
export type WarningCode =
  | 'foreign_key'
  | 'unknown_parameter'
  | 'unknown_field'
  | 'unused_header'
  | 'undocumented_status'
  | 'undocumented_refusal'
  | 'patch_not_applied'

/** Where in the request, as a violation has it. */
export type WarningPlace = Pick<Violation, 'in' | 'place'>

/** What does not break the contract but is a likely mistake, or what the contract does not promise. */
export interface Warning extends Partial<WarningPlace> {
  /** The kind of the warning, for programs. */
  readonly code: WarningCode
  /** Sent as `Sandbox-Warning`. */
  readonly message: string
}

/** The one writer of warnings. */
export function addWarning({ warnings }: { readonly warnings: Warning[] }, code: WarningCode, message: string, where?: WarningPlace): void {
  warnings.push({ code, message, ...where })
}
