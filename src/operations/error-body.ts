// What a refusal looks like on the wire: the contract's Error.

import type { Refusal } from '../replies/problem.ts'

export const errorBody = ({ code, message, status }: Refusal) => ({ code, message, status })
