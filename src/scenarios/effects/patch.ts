// Changes a copy of the body of a successful reply, or of each item of a list, with add, remove, replace and test of JSON Patch (RFC 6902).
// Pointers follow only own fields and indexes. A change to an inherited field would affect the whole process.

import { isDeepStrictEqual } from 'node:util'
import { stepsOf } from '../../contract/document.ts'
import { isObject, renderJson } from '../../contract/json/json.ts'
import { BOUNDS } from '../../ground/bounds.ts'
import { Problem } from '../../ground/problem.ts'
import { addWarning } from '../../record/exchange.ts'
import type { Effect, Settings } from '../effect.ts'

export type PatchOperation = Settings<'patch'>['patch'][number]

/** At most this many reasons become warnings, because each warning becomes a header. */
const MAX_SAID = 3

export const patch: Effect<'patch'> = {
  check: (settings) => settings.patch.map(findMistake).find((mistake) => mistake !== undefined),
  finish(settings, draft, { exchange }, tools) {
    const { status, body } = draft
    if (status >= 300 || typeof body !== 'object' || body === null) return false
    tools.changedBytes += renderJson(body).length + sizeOf(settings.patch) * [body].flat().length
    if (tools.changedBytes > BOUNDS.changedBytes)
      throw new Problem(
        'invalid_scenario',
        `the scenarios would copy more than ${BOUNDS.changedBytes} bytes to change this reply: ask for fewer items, or leave a scenario out`,
      )
    const reasons = new Set<string>()
    const change = (item: unknown) => {
      const holder = { document: structuredClone(item) }
      for (const operation of settings.patch) {
        const reason = applyOperation(holder, operation)
        // A test is a condition: when it fails, this item stays as it is. Any other operation that does not apply becomes a warning.
        if (reason !== undefined && operation.op === 'test') return item
        if (reason !== undefined) reasons.add(`${operation.op} ${operation.path}: ${reason}`)
      }
      return holder.document
    }
    draft.body = Array.isArray(body) ? body.map((item) => (isObject(item) ? change(item) : item)) : change(body)
    for (const reason of [...reasons].slice(0, MAX_SAID))
      addWarning(exchange, 'patch_not_applied', `the patch of the scenario does not apply: ${reason}`)
  },
}

/** Added to the characters of a value, because many small values take longer to copy than one text of the same size. */
const VALUE = 256

function sizeOf(patch: readonly PatchOperation[]): number {
  const text = renderJson(patch)
  return text.length + VALUE * (text.match(/[,[{]/g)?.length ?? 0)
}

function findMistake(operation: PatchOperation): string | undefined {
  const { op, path } = operation
  if (op !== 'remove' && !('value' in operation)) return `patch: ${op} ${path} needs value`
  if (path.split('/').length > BOUNDS.depth) return `patch: a path must have at most ${BOUNDS.depth} levels`
  return path === '' || path.startsWith('/')
    ? undefined
    : `patch: ${JSON.stringify(path)} must be a JSON pointer to a field, for example /status`
}

/** A field of an object or an item of an array. It may not exist yet. */
interface Target {
  readonly container: Record<string | number, unknown>
  readonly key: string | number
}

/**
 * The holder has the body in a field, so that the pointer to the whole body also leads to a field. When the operation does not apply,
 * changes nothing and returns the reason.
 */
export function applyOperation(holder: { document: unknown }, { op, path, value }: PatchOperation): string | undefined {
  const target = findTarget(holder, path)
  if (target === undefined || (op !== 'add' && !has(target))) return 'nothing is there'
  const { container, key } = target
  if (op === 'test') return isDeepStrictEqual(container[key], value) ? undefined : 'the value is another one'
  if (op === 'remove' && path === '') return 'the whole body cannot be removed'
  if (Array.isArray(container) && op !== 'replace')
    container.splice(Number(key), op === 'add' ? 0 : 1, ...(op === 'add' ? [structuredClone(value)] : []))
  else if (op === 'remove') delete container[key]
  // The field is defined, not assigned, because it may have the name of an inherited setter.
  else Object.defineProperty(container, key, { value: structuredClone(value), enumerable: true, writable: true, configurable: true })
}

/** Undefined when a value above the target is no object or array, or when no such index is possible. */
function findTarget(holder: { document: unknown }, pointer: string): Target | undefined {
  let target: Target = { container: holder, key: 'document' }
  for (const token of stepsOf(pointer)) {
    const container = has(target) ? target.container[target.key] : undefined
    const key = keyIn(container, token)
    if (key === undefined) return undefined
    target = { container: container as Target['container'], key }
  }
  return target
}

function keyIn(container: unknown, token: string): string | number | undefined {
  if (typeof container !== 'object' || container === null) return undefined
  if (!Array.isArray(container)) return token
  if (token === '-') return container.length
  return /^(?:0|[1-9]\d*)$/.test(token) && Number(token) <= container.length ? Number(token) : undefined
}

const has = ({ container, key }: Target) => Object.hasOwn(container, key)
