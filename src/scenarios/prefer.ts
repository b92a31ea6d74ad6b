// Reads the header `Prefer` (RFC 7240) as Prism does: a documented status, a named example, or values made up from the
// schema. An unknown preference is ignored. A value that the operation does not have is refused.

import type { Operation } from '../contract/operations.ts'
import type { Generate, WantedReply } from '../contract/prism.ts'
import { Problem } from '../ground/problem.ts'
import { show } from '../ground/words.ts'
import type { Catalogue } from './catalogue.ts'
import type { AnyEffect } from './effects/table.ts'
import { createSetup, type Setup, type Step } from './scenario.ts'

export interface SwitchParts {
  readonly catalogue: Catalogue
  readonly generate: Generate
}

/** Returns no scenario without a known preference. */
export function findPreferred(header: string, operation: Operation, { catalogue, generate }: SwitchParts): readonly Setup[] {
  const preferences = parsePreferences(header)
  if (preferences.size === 0) return []
  const wanted = findWanted(preferences, operation)
  const { code: status = 200, example } = wanted
  const headers = { 'Preference-Applied': [...preferences].map(([name, value]) => `${name}=${value}`).join(', ') }
  // The effects play an error, as in any scenario.
  const rateLimit = status === 429 && { rateLimit: { remaining: 0, wait: 1 } }
  const error = { ...rateLimit, respond: { status, ...(example !== undefined && { example }) }, headers }
  const steps = status < 400 ? [createSuccess(wanted, headers, operation, generate)] : catalogue.setUp({ steps: [error] }).steps
  return [createSetup('prefer', steps, {}, 'prefer')]
}

/** Prism's reply: an example of the contract, or made-up values. */
function createSuccess(wanted: WantedReply, headers: Readonly<Record<string, string>>, operation: Operation, generate: Generate): Step {
  const effect: AnyEffect = {
    async answer() {
      const reply = await generate(operation, wanted)
      const { assumed = [] } = operation.respondsWith(reply.status) ?? {}
      return { ...reply, headers: { ...reply.headers, ...headers }, assumed }
    },
  }
  return { number: 1, times: Number.POSITIVE_INFINITY, effects: [effect], settings: {}, isDecisive: true }
}

function findWanted(preferences: ReadonlyMap<string, string>, operation: Operation): WantedReply {
  const [code, example, dynamic = 'false'] = KNOWN.map((name) => preferences.get(name))
  const status = code === undefined ? undefined : Number(code)
  if (status !== undefined && !(/^\d{3}$/.test(String(code)) && operation.respondsWith(status))) {
    const documented = [...operation.responses.keys()].filter((key) => key !== 'default').join(', ')
    throw refuse(`code must be a status that ${operation.id} documents (${documented}), got ${show(code)}`)
  }
  // Without a status, the example may be of any successful status.
  const successes = [...operation.responses].flatMap(([key, response]) => (key.startsWith('2') ? [response] : []))
  const responses = status === undefined ? successes : [operation.respondsWith(status)]
  const examples = responses.flatMap((response) => [...(response?.examples.keys() ?? [])])
  if (example !== undefined && !examples.includes(example)) {
    const of = status === undefined ? '' : ` of ${status}`
    const known = examples.join(', ') || 'none'
    throw refuse(`${operation.id} has no example ${show(example)}${of}; known examples: ${known}`)
  }
  if (dynamic !== 'true' && dynamic !== 'false') throw refuse(`dynamic must be true or false, got ${show(dynamic)}`)
  return { dynamic: dynamic === 'true', ...(status !== undefined && { code: status }), ...(example !== undefined && { example }) }
}

const refuse = (message: string) => new Problem('invalid_scenario', `Prefer: ${message}`)

const KNOWN = ['code', 'example', 'dynamic']

/** The known preferences of `code=404, example="none"; dynamic=true`, in small letters. The first of two equal names counts. */
function parsePreferences(header: string): Map<string, string> {
  const all = new Map<string, string>()
  for (const [, name = '', quoted, plain = 'true'] of header.matchAll(/([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s,;]*)))?/g))
    if (!all.has(name.toLowerCase())) all.set(name.toLowerCase(), quoted ?? plain)
  return new Map([...all].filter(([name]) => KNOWN.includes(name)))
}
