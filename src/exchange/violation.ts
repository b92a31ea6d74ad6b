// Mistakes in requests. Violations break the contract, warnings do not.

import type { Code } from '../errors/problem.ts'

/** The part of a request. */
export type Place = 'path' | 'query' | 'header' | 'cookie' | 'body'

/** One violation of the contract, with the code of its refusal. */
export interface Violation {
  /** The code of the error body that refuses such a request. */
  readonly code: Code
  /** The part of the request that is wrong. */
  readonly in: Place
  /** The name of a parameter or a header. For a body, a JSON pointer (RFC 6901), which is empty for the whole body. */
  readonly place: string
  /** A sentence about the mistake. */
  readonly message: string
}

/** A likely mistake that does not break the contract, or a reply that the contract does not promise. */
export type WarningCode =
  | 'foreign_key'
  | 'unknown_parameter'
  | 'unknown_field'
  | 'unused_header'
  | 'undocumented_status'
  | 'undocumented_refusal'
  | 'patch_not_applied'
  | 'session_lost'

/** The place in the request, written as in a violation. */
export type WarningPlace = Pick<Violation, 'in' | 'place'>

/** A warning about a request or its reply. The code is the kind of the warning. */
export interface Warning extends Partial<WarningPlace> {
  /** The kind of the warning, for programs. */
  readonly code: WarningCode
  /** The text that is sent as `Sandbox-Warning`. */
  readonly message: string
}

/** All warnings are added here. */
export function addWarning({ warnings }: { readonly warnings: Warning[] }, code: WarningCode, message: string, where?: WarningPlace): void {
  warnings.push({ code, message, ...where })
}
