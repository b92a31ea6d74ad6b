// Gives the reply that the client asked for with `Prefer` (RFC 7240): a documented status, a named example, or
// one made up from the schema, as Prism reads it. A preference that is not known is ignored; a value that the
// operation cannot give is refused.

import type { Operation } from '../contract/operations.ts'
import type { Generate } from '../contract/prism.ts'
import type { Exchange, Reply } from '../exchange.ts'
import { Problem } from '../problem.ts'

export function scenario({ generate }: { generate: Generate }) {
  return function scenario({ operation, request }: Exchange): Promise<Reply> | undefined {
    if (request.switches.fault) throw new Problem('invalid_scenario', request.switches.fault)
    const header = request.headers.prefer
    if (operation === undefined || header === undefined) return
    const preferences = parsePreferences(Array.isArray(header) ? header.join(',') : header)
    const applied = ['code', 'example', 'dynamic'].filter((name) => preferences.has(name))
    if (applied.length === 0) return
    const wanted = readWanted(preferences, operation)
    return generate(operation, wanted).then((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'Preference-Applied': applied.map((name) => `${name}=${preferences.get(name)}`).join(', ') },
      because: ';name=prefer',
    }))
  }
}

/** `code=404, example="none"; dynamic=true`: names in small letters, values without quotation marks; the first of a name counts. */
function parsePreferences(header: string): Map<string, string> {
  const preferences = new Map<string, string>()
  for (const [, name = '', quoted, plain = 'true'] of header.matchAll(/([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s,;]*)))?/g)) {
    if (!preferences.has(name.toLowerCase())) preferences.set(name.toLowerCase(), quoted ?? plain)
  }
  return preferences
}

function readWanted(preferences: ReadonlyMap<string, string>, operation: Operation): Parameters<Generate>[1] {
  const code = preferences.get('code')
  const example = preferences.get('example')
  const dynamic = preferences.get('dynamic')
  const documented = [...operation.responses.keys()]
  if (code !== undefined && !documented.includes(code))
    throw new Problem(
      'invalid_scenario',
      `Prefer: code must be one of ${documented.join(', ')}, which ${operation.id} documents, got ${code}`,
    )
  if (dynamic !== undefined && dynamic !== 'true' && dynamic !== 'false')
    throw new Problem('invalid_scenario', `Prefer: dynamic must be true or false, got ${dynamic}`)
  return { ...(code && { code: Number(code) }), ...(example && { example }), dynamic: dynamic === 'true' }
}
