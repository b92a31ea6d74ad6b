// Writes a scenario with its parameters as a request header (RFC 9651), and as a part of the base URL.

import type { Value } from '../scenarios/parameters.ts'

/** `flaky;failures=2` */
export const asHeader = (name: string, values: Readonly<Record<string, Value>>) =>
  name +
  Object.entries(values)
    .map(([key, value]) => `;${key}=${renderItem(value)}`)
    .join('')

function renderItem(value: Value): string {
  if (typeof value === 'boolean') return value ? '?1' : '?0'
  if (typeof value === 'number') return String(value)
  return /^[A-Za-z*][\w:/!#$%&'*+.^`|~-]*$/.test(value) ? value : JSON.stringify(value)
}

/** `/~flaky,failures=2` */
export const asPrefix = (name: string, values: Readonly<Record<string, Value>>) =>
  `/~${[name, ...Object.entries(values).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)].join(',')}`
