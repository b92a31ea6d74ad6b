// Reads and writes the parameters of an operation in the address of a request. Other parts of path and query are not changed.

import type { Operation } from '../contract.ts'

/** Splits an address into the prefix with switches, for example `/~slow`, the path and the query. */
export function splitTarget(target: string): { prefix: string; path: string; query: string | undefined } {
  const [, prefix = '', path = '', query] = /^(\/~[^/?]*)?([^?]*)(?:\?(.*))?$/s.exec(target) ?? []
  return { prefix, path, query }
}

const joinTarget = (prefix: string, path: string, query: string) => prefix + path + (query === '' ? '' : `?${query}`)

/** Finds the operation of a method and a path. A parameter without a value matches too: `/v1/pets/{petId}`. */
export const findOperation = (operations: readonly Operation[], method: string, target: string): Operation | undefined => {
  const { path } = splitTarget(target)
  return operations.find((operation) => operation.method === method && matchPath(operation.path, path) !== undefined)
}

function matchPath(template: string, path: string): RegExpExecArray | undefined {
  const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '([^/]+)')
  return new RegExp(`^${pattern}$`).exec(path) ?? undefined
}

const namesIn = (template: string) => [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)

export function readParameter(target: string, operation: Operation, name: string, place: string): string {
  const { path, query = '' } = splitTarget(target)
  if (place === 'path') {
    const value = matchPath(operation.path, path)?.[namesIn(operation.path).indexOf(name) + 1] ?? ''
    return value === `{${name}}` ? '' : decode(value)
  }
  const found = query.split('&').find((part) => decode(part.split('=')[0] ?? '') === name)
  return found === undefined ? '' : decode(found.slice(found.indexOf('=') + 1 || found.length))
}

/** An empty value removes a parameter of the query, and restores the `{name}` of a parameter in the path. */
export function writeParameter(target: string, operation: Operation, name: string, place: string, value: string): string {
  const { prefix, path, query = '' } = splitTarget(target)
  if (place === 'path') {
    const values = matchPath(operation.path, path)
    const wanted = namesIn(operation.path).map((one, index) =>
      one === name ? encodeURIComponent(value) || `{${name}}` : (values?.[index + 1] ?? `{${one}}`),
    )
    return joinTarget(
      prefix,
      operation.path.replaceAll(/\{[^}]+\}/g, () => wanted.shift() ?? ''),
      query,
    )
  }
  const written = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  const parts = query.split('&').filter((part) => part !== '')
  const at = parts.findIndex((part) => decode(part.split('=')[0] ?? '') === name)
  if (value === '') return joinTarget(prefix, path, parts.filter((_, index) => index !== at).join('&'))
  return joinTarget(prefix, path, (at === -1 ? [...parts, written] : parts.with(at, written)).join('&'))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
