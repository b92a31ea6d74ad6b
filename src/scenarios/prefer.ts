// Reads the header `Prefer` (RFC 7240) as Prism does: a documented status, a named example, or values made up from the
// schema. An unknown preference is ignored. A value that the operation does not have is refused.

import type { Operation } from '../contract/operations.ts'
import type { Generate } from '../contract/prism.ts'
import { Problem } from '../errors/problem.ts'
import type { Catalogue } from './catalogue.ts'
import { type GenerateSettings, generate as generateEffect } from './effects/generate.ts'
import { createSetup, type Setup } from './scenario.ts'

interface Preference {
  readonly code?: number
  readonly example?: string
  readonly dynamic: boolean
  /** The value of the header `Preference-Applied`. */
  readonly applied: string
}

/** Creates the function that reads the header. Without a known preference there is no scenario. */
export function createPreferences(catalogue: Catalogue, generate: Generate) {
  return (header: string, operation: Operation): readonly Setup[] => {
    const preference = parsePrefer(header, operation)
    return preference === undefined ? [] : [setUp(preference)]
  }

  /** An error is played by the effects, like in any scenario. A success comes from Prism. */
  function setUp({ code, example, dynamic, applied }: Preference): Setup {
    if (code !== undefined && code >= 400) {
      const step = {
        ...(code === 429 && { rateLimit: { remaining: 0, wait: 1 } }),
        respond: { status: code, ...(example !== undefined && { example }) },
        headers: { 'Preference-Applied': applied },
      }
      const { steps, key } = catalogue.setUp({ steps: [step] })
      return createSetup(
        'prefer',
        steps.map(({ number: _, ...step }) => step),
        {},
        key,
      )
    }
    const wanted = { dynamic, ...(code !== undefined && { code }), ...(example !== undefined && { example }) }
    const settings: GenerateSettings = { generate, wanted, applied }
    const actions = [{ effect: { ...generateEffect, schema: {} }, settings: settings as never }]
    return createSetup('prefer', [{ times: Number.POSITIVE_INFINITY, actions, isDecisive: true, showsTexts: true }], {}, 'prefer')
  }
}

const KNOWN = ['code', 'example', 'dynamic']

/** Reads the header. Returns undefined when it has no known preference. Throws a Problem `invalid_scenario`. */
function parsePrefer(header: string, operation: Operation): Preference | undefined {
  const preferences = parsePreferences(header)
  const known = KNOWN.filter((name) => preferences.has(name))
  if (known.length === 0) return undefined
  const code = preferences.get('code')
  const example = preferences.get('example')
  const dynamic = preferences.get('dynamic')
  if (code !== undefined && !(/^\d{3}$/.test(code) && operation.respondsWith(Number(code))))
    throw new Problem(
      'invalid_scenario',
      `Prefer: code must be a status that ${operation.id} documents (${[...operation.responses.keys()].filter((key) => key !== 'default').join(', ')}), got ${code}`,
    )
  const status = code === undefined ? undefined : Number(code)
  const examples = examplesOf(operation, status)
  if (example !== undefined && !examples.includes(example))
    throw new Problem(
      'invalid_scenario',
      `Prefer: ${operation.id} has no example ${JSON.stringify(example.slice(0, 60))}${status ? ` of ${status}` : ''}; known examples: ${examples.join(', ') || 'none'}`,
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

/** The names of the examples for a status. Without a status, the names for all successful statuses. */
const examplesOf = ({ responses, respondsWith }: Operation, status: number | undefined): string[] =>
  (status === undefined
    ? [...responses].filter(([key]) => key.startsWith('2')).map(([, response]) => response)
    : [respondsWith(status)]
  ).flatMap((response) => [...(response?.examples.keys() ?? [])])

/**
 * Reads `code=404, example="none"; dynamic=true`. Names become small letters, values lose their quotation marks, and only
 * the first of two equal names counts.
 */
function parsePreferences(header: string): Map<string, string> {
  const preferences = new Map<string, string>()
  for (const [, name = '', quoted, plain = 'true'] of header.matchAll(/([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s,;]*)))?/g)) {
    if (!preferences.has(name.toLowerCase())) preferences.set(name.toLowerCase(), quoted ?? plain)
  }
  return preferences
}
