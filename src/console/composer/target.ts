// Finds the operation of an address, and its parameters in the address. The rest of the address stays as it is written.

import type { Operation } from '../contract.ts'
import { decode } from '../route.ts'

/** The texts of a path and the values of its parameters in turn, and the query at the end. Undefined for another path. */
function splitTarget({ path }: Operation, target: string): string[] | undefined {
  const texts = path.split(/\{[^}]+\}/).map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
  // Switches may stand before the path, for example `/~slow`.
  return new RegExp(`^((?:/~[^/?]*)?${texts.join(')([^/?]*)(')})(\\?.*)?$`, 's').exec(target)?.slice(1)
}

export const findOperation = (operations: readonly Operation[], method: string, target: string) =>
  operations.find((operation) => operation.method === method && splitTarget(operation, target) !== undefined)

interface Place {
  readonly value: string
  /** The address with another value. A parameter of the query without a value is left out. */
  readonly write: (value: string) => string
}

/** The place of a parameter in an address of its operation. */
export function findParameter(target: string, operation: Operation, name: string, isInPath: boolean): Place {
  const parts = splitTarget(operation, target) ?? []
  if (isInPath) {
    const at = 2 * Array.from(operation.path.matchAll(/\{([^}]+)\}/g), ([, one]) => one).indexOf(name) + 1
    return { value: decode(parts[at] ?? ''), write: (value) => parts.with(at, encodeURIComponent(value)).join('') }
  }
  const items = (parts.pop() ?? '').slice(1).split('&').filter(Boolean)
  const found = items.findIndex((item) => nameOf(item) === name)
  const at = found === -1 ? items.length : found
  const write = (value: string) => {
    const query = items.toSpliced(at, 1, ...(value === '' ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`]))
    return parts.join('') + (query.length > 0 ? `?${query.join('&')}` : '')
  }
  return { value: decode(items[at]?.split('=').slice(1).join('=') ?? ''), write }
}

const nameOf = (item: string) => decode(item.split('=')[0] ?? '')
