// Finds the operation of an address, and its parameters in the address. The rest of the address stays as it is written.

import type { Node, Operation } from '../contract.ts'
import { decode } from '../route.ts'

/** The texts of a path and the values of its parameters in turn, and the query at the end. Undefined for another path. */
function splitTarget({ path }: Operation, target: string): string[] | undefined {
  const texts = path.split(/\{[^}]+\}/).map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
  // Switches may stand before the path, for example `/~slow`.
  return new RegExp(`^((?:/~[^/?]*)?${texts.join(')([^/?]*)(')})(\\?.*)?$`, 's').exec(target)?.slice(1)
}

export const findOperation = (operations: readonly Operation[], method: string, target: string) =>
  operations.find((operation) => operation.method === method && splitTarget(operation, target) !== undefined)

/** The value of a parameter in an address of its operation, and the address with another value. */
export function findParameter(target: string, operation: Operation, { name, in: place }: Node) {
  const parts = splitTarget(operation, target) ?? []
  if (place === 'path') {
    const at = 2 * Array.from(operation.path.matchAll(/\{([^}]+)\}/g), ([, one]) => one).indexOf(String(name)) + 1
    return { value: decode(parts[at] ?? ''), write: (value: string) => parts.with(at, encodeURIComponent(value)).join('') }
  }
  const items = (parts.pop() ?? '').slice(1).split('&').filter(Boolean)
  const found = items.findIndex((item) => decode(item.split('=')[0] ?? '') === name)
  const at = found === -1 ? items.length : found
  const write = (value: string) => {
    // A parameter without a value is left out.
    const query = items.toSpliced(at, 1, ...(value === '' ? [] : [`${encodeURIComponent(String(name))}=${encodeURIComponent(value)}`]))
    return parts.join('') + (query.length > 0 ? `?${query.join('&')}` : '')
  }
  return { value: decode(items[at]?.split('=').slice(1).join('=') ?? ''), write }
}
