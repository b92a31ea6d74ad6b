// What `Prefer` (RFC 7240) asks for, as Prism reads it: a documented status, a named example, or values made up
// from the schema. A preference that is not known is ignored; a value that the operation cannot give is refused.

import type { Exchange } from '../exchange.ts'
import { Problem } from '../problem.ts'

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
  const known = KNOWN.filter((name) => preferences.has(name))
  if (known.length === 0) return undefined
  const code = preferences.get('code')
  const example = preferences.get('example')
  const dynamic = preferences.get('dynamic')
  if (code !== undefined && !(/^\d{3}$/.test(code) && operation.respondsWith(Number(code))))
    throw new Problem(
      'invalid_scenario',
      `Prefer: code must be one of ${[...operation.responses.keys()].join(', ')}, which ${operation.id} documents, got ${code}`,
    )
  const status = code === undefined ? undefined : Number(code)
  const examples = examplesOf(operation, status)
  if (example !== undefined && !examples.includes(example))
    throw new Problem(
      'invalid_scenario',
      `Prefer: ${operation.id} has no example ${JSON.stringify(example.slice(0, 60))}${status ? ` of ${status}` : ''}: there are ${examples.join(', ') || 'none'}`,
    )
  if (dynamic !== undefined && dynamic !== 'true' && dynamic !== 'false')
    throw new Problem('invalid_scenario', `Prefer: dynamic must be true or false, got ${dynamic}`)
  return {
    ...(status && { code: status }),
    ...(example && { example }),
    dynamic: dynamic === 'true',
    applied: known.map((name) => `${name}=${preferences.get(name)}`).join(', '),
  }
}

/** The step that gives an error: forced so, it looks like the true one. */
export const stepOf = ({ code, example, applied }: Preference) => ({
  ...(code === 429 && { rateLimit: { remaining: 0, wait: 1 } }),
  respond: { status: code, ...(example !== undefined && { example }) },
  headers: { 'Preference-Applied': applied },
})

/** The names of the examples that a status has; without one, those of success. */
const examplesOf = ({ responses, respondsWith }: Operation, status: number | undefined): string[] =>
  (status === undefined
    ? [...responses].filter(([key]) => key.startsWith('2')).map(([, response]) => response)
    : [respondsWith(status)]
  ).flatMap((response) => [...(response?.examples.keys() ?? [])])

/** `code=404, example="none"; dynamic=true`: names in small letters, values without quotation marks; the first of a name counts. */
function parsePreferences(header: string): Map<string, string> {
  const preferences = new Map<string, string>()
  for (const [, name = '', quoted, plain = 'true'] of header.matchAll(/([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s,;]*)))?/g)) {
    if (!preferences.has(name.toLowerCase())) preferences.set(name.toLowerCase(), quoted ?? plain)
  }
  return preferences
}
