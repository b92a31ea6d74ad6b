// The body of a refusal: the contract's schema Error.

import type { Refusal } from '../errors/problem.ts'

export const errorBody = ({ code, message, status }: Refusal) => ({ code, message, status })
