// A key must not be in a URL, because servers and proxies write URLs to their logs.

import type { Exchange } from '../../exchange/exchange.ts'
import { addFinding, createTally, mergeTallies, subjectOf, type Tally } from '../tally.ts'
import type { Rule, WorldParts } from './rule.ts'

interface State extends Tally {
  readonly parts: WorldParts
}

export const keyNotInUrl: Rule<State> = {
  name: 'key-not-in-url',
  level: 'fail',
  asks: 'Keep the API key out of URLs.',
  shows: 'the client keeps its key out of URLs',
  hint: 'No call came.',
  create: (parts) => ({ ...createTally(), parts }),
  see(state, exchange) {
    state.kept += 1
    const { path, query } = exchange.request
    const { keyHints } = state.parts
    if (!mayHave(path, keyHints) && (query === '' || !mayHave(query, keyHints))) return
    const place = findKey(exchange, state.parts.isKey)
    if (place === undefined) return
    addFinding(state, {
      ...subjectOf(exchange),
      ...place,
      level: 'fail',
      message: `The ${place.in === 'path' ? 'path' : `query parameter ${place.place}`} is an API key.`,
      advice: 'Send the key only in the header Authorization: URLs are written to logs.',
      requests: [exchange.id],
    })
  },
  conclude(states) {
    const { kept, findings } = mergeTallies(states)
    return { isExercised: kept > 0, findings: [...findings.values()] }
  },
}

const mayHave = (text: string, hints: readonly string[]) => text.includes('%') || hints.some((hint) => text.includes(hint))

function findKey({ request: { path, query } }: Exchange, isKey: (text: string) => boolean) {
  for (const segment of path.split('/')) if (isKey(decode(segment))) return { in: 'path', place: '' } as const
  for (const [name, value] of new URLSearchParams(query)) if (isKey(value)) return { in: 'query', place: name.slice(0, 60) } as const
  return undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
