// Reads and writes the parameters of an operation in the address of a request. Other parts of path and query are not changed.

import type { Operation } from '../contract.ts'

/** Splits an address into the prefix with switches, for example `/~slow`, the path and the query. */
function splitTarget(target: string): { prefix: string; path: string; query: string | undefined } {
  const [, prefix = '', path = '', query] = /^(\/~[^/?]*)?([^?]*)(?:\?(.*))?$/s.exec(target) ?? []
  return { prefix, path, query }
}

/** Finds the operation of a method and a path. A parameter without a value matches too: `/v1/pets/{petId}`. */
export const findOperation = (operations: readonly Operation[], method: string, target: string): Operation | undefined => {
  const { path } = splitTarget(target)
  return operations.find((operation) => operation.method === method && matchPath(operation.path, path))
}

function matchPath(template: string, path: string): RegExpExecArray | null {
  const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '([^/]+)')
  return new RegExp(`^${pattern}$`).exec(path)
}

/** The parameters of a path, with the values that the address has for them. */
const valuesIn = ({ path: template }: Operation, path: string) =>
  Array.from(template.matchAll(/\{([^}]+)\}/g), ([hole, name], index) => [name, matchPath(template, path)?.[index + 1] ?? hole] as const)

export function readParameter(target: string, operation: Operation, name: string, place: string): string {
  const { path, query = '' } = splitTarget(target)
  if (place === 'path') {
    const value = new Map(valuesIn(operation, path)).get(name) ?? ''
    return value === `{${name}}` ? '' : decode(value)
  }
  const found = query.split('&').find((part) => nameOf(part) === name) ?? name
  return found.includes('=') ? decode(found.slice(found.indexOf('=') + 1)) : ''
}

/** An empty value removes a parameter of the query, and restores the `{name}` of a parameter in the path. */
export function writeParameter(target: string, operation: Operation, name: string, place: string, value: string): string {
  const { prefix, path, query = '' } = splitTarget(target)
  const encoded = encodeURIComponent(value)
  if (place === 'path') {
    const values = new Map([...valuesIn(operation, path), [name, encoded]])
    const written = operation.path.replaceAll(/\{([^}]+)\}/g, (hole, one: string) => values.get(one) || hole)
    return prefix + written + (query === '' ? '' : `?${query}`)
  }
  const parts = query.split('&').filter((part) => part !== '')
  const at = parts.findIndex((part) => nameOf(part) === name)
  parts.splice(at === -1 ? parts.length : at, 1, ...(value === '' ? [] : [`${encodeURIComponent(name)}=${encoded}`]))
  return prefix + path + (parts.length === 0 ? '' : `?${parts.join('&')}`)
}

const nameOf = (part: string) => decode(part.split('=')[0] ?? '')

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
