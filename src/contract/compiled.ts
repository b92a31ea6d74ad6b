// The compiled checks of the package's own schemas, so that a start need not load AJV. They are empty in the repository:
// build/compiled.ts puts the code that AJV makes in their place.

import type { Validators } from './ajv.ts'

/** By the JSON text of the contract's components, then by the JSON text of the schema. */
export const contracts: Readonly<Record<string, Readonly<Record<string, Validators>>>> = {}

/** For schemas that stand alone. */
export const own: { readonly scenario?: Validators; readonly options?: Validators; readonly policy?: Validators } = {}
