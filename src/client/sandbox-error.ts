// The error of a handle. Its words are those of the control API, and its stack begins at the line that called the handle.

import { isObject } from '../contract/json/json.ts'
import { CODES, type Code, Problem, StartError } from '../ground/problem.ts'

/** A call of a handle was refused, or no sandbox answered. `message` names the place and what to do instead. */
export class SandboxError extends Error {
  /** Always `SandboxError`. */
  override readonly name = 'SandboxError'
  /** The code, for programs. It is `unavailable` when no sandbox answered. */
  readonly code: Code
  /** The status code of the control API's reply. */
  readonly status: number

  /** Only the library makes this error. */
  constructor(code: Code, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.code = code
    this.status = CODES[code].status
  }
}

type AnyFunction = (...args: never[]) => unknown

/** The stack of a refusal begins at the line that called `entry`. Other errors are bugs, and keep their stack. */
export function fromCaller<Result>(entry: AnyFunction, act: () => Result): Result {
  const caller = { stack: '' }
  Error.captureStackTrace(caller, entry)
  const fail = (error: unknown): never => {
    if (!(error instanceof Problem || error instanceof StartError || error instanceof SandboxError)) throw error
    const shown = error instanceof Problem ? new SandboxError(error.code, error.message, error) : error
    shown.stack = `${shown.name}: ${shown.message}${caller.stack.slice(caller.stack.indexOf('\n'))}`
    throw shown
  }
  try {
    const result = act()
    return result instanceof Promise ? (result.catch(fail) as Result) : result
  } catch (error) {
    return fail(error)
  }
}

/** The same handle, whose methods throw errors with the line of their caller. */
export function withCallers<Handle extends object>(handle: Handle): Handle {
  const wrap = (value: unknown): unknown => {
    if (typeof value !== 'function') return isObject(value) ? withCallers(value) : value
    const method: AnyFunction = (...args) => fromCaller(method, () => value(...args))
    return method
  }
  return Object.fromEntries(Object.entries(handle).map(([name, value]) => [name, wrap(value)])) as Handle
}
