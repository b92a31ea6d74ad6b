// What a refusal looks like on the wire: the contract's Error.

import type { Problem } from '../problem.ts'

export const errorBody = ({ code, message, status }: Problem) => ({ code, message, status })
