// What `Prefer` (RFC 7240) asks for, as Prism reads it: a documented status, a named example, or values made up
// from the schema. A preference that is not known is ignored; a value that the operation cannot give is refused.

import type { Exchange } from './exchange.ts'
import { Problem } from './problem.ts'

type Operation = NonNullable<Exchange['operation']>

export interface Preference {
  readonly code?: number
  readonly example?: string
  readonly dynamic: boolean
  /** What `Preference-Applied` says. */
  readonly applied: string
}

const KNOWN = ['code', 'example', 'dynamic']

/** Reads the header; undefined when it asks for nothing known. Throws a Problem `invalid_scenario`. */
export function parsePrefer(header: string, operation: Operation): Preference | undefined {
  const preferences = parsePreferences(header)
  const applied = KNOWN.filter((name) => preferences.has(name)).map((name) => `${name}=${preferences.get(name)}`)
  if (applied.length === 0) return undefined
  const code = preferences.get('code')
  const example = preferences.get('example')
  const dynamic = preferences.get('dynamic')
  if (code !== undefined && !(/^\d{3}$/.test(code) && operation.respondsWith(Number(code))))
    throw new Problem(
      'invalid_scenario',
      `Prefer: code must be one of ${[...operation.responses.keys()].join(', ')}, which ${operation.id} documents, got ${code}`,
    )
  if (dynamic !== undefined && dynamic !== 'true' && dynamic !== 'false')
    throw new Problem('invalid_scenario', `Prefer: dynamic must be true or false, got ${dynamic}`)
  return { ...(code && { code: Number(code) }), ...(example && { example }), dynamic: dynamic === 'true', applied: applied.join(', ') }
}

/** `code=404, example="none"; dynamic=true`: names in small letters, values without quotation marks; the first of a name counts. */
function parsePreferences(header: string): Map<string, string> {
  const preferences = new Map<string, string>()
  for (const [, name = '', quoted, plain = 'true'] of header.matchAll(/([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s,;]*)))?/g)) {
    if (!preferences.has(name.toLowerCase())) preferences.set(name.toLowerCase(), quoted ?? plain)
  }
  return preferences
}
