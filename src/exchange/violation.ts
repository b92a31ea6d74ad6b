// Mistakes in requests. Violations break the contract, warnings do not.

import type { Violation, Warning, WarningCode } from '../../spec/control.ts'

/** The place in the request, written as in a violation. */
export type WarningPlace = Pick<Violation, 'in' | 'place'>

/** All warnings are added here. */
export function addWarning({ warnings }: { readonly warnings: Warning[] }, code: WarningCode, message: string, where?: WarningPlace): void {
  warnings.push({ code, message, ...where })
}
