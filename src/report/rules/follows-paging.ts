// A client has to take each cursor from the Link of the previous page, and must not make up cursors.

import type { Exchange } from '../../exchange/exchange.ts'
import { cursorsOf } from '../contract-facts.ts'
import { replyHeaderOf } from '../facts.ts'
import { addEvidence, addFinding, createTally, type Subject, subjectOf } from '../tally.ts'
import type { Rule, WorldParts } from './rule.ts'

interface State {
  readonly parts: WorldParts
  /** The names of the cursor parameters of each operation. */
  readonly names: ReadonlyMap<string, readonly string[]>
  readonly issued: Set<string>
  /** The cursors that each program sent. */
  readonly made: Map<string, Made>
}

interface Made {
  followed: number
  own: number
  readonly subject: Subject
  readonly requests: string[]
}

const MAX_ISSUED = 1000
const MAX_PROGRAMS = 100

export const followsPaging: Rule<State> = {
  name: 'follows-paging',
  level: 'advice',
  asks: 'Take the cursor of the next page from the Link of the previous page.',
  shows: 'the client follows the Link to the next page',
  hint: 'No call had a cursor. List with a small limit, and follow the Link.',
  restsOn: ['paging'],
  create(parts) {
    const names = [...parts.operations.values()].map((operation) => [operation.id, cursorsOf(operation)] as const)
    return { parts, names: new Map(names.filter(([, cursors]) => cursors.length > 0)), issued: new Set(), made: new Map() }
  },
  see(state, exchange, { caller, isExpected }) {
    const names = state.names.get(exchange.operation ?? '')
    if (names === undefined) return
    if (exchange.request.query !== '' && !isExpected) noteSent(state, names, exchange, caller.product)
    const link = replyHeaderOf(exchange, 'link')
    if (link !== undefined && state.issued.size < MAX_ISSUED) for (const cursor of cursorsIn(link, names)) state.issued.add(cursor)
  },
  conclude(states) {
    const tally = createTally()
    const programs = new Set(states.flatMap(({ made }) => [...made.keys()]))
    let isExercised = false
    for (const product of programs) {
      const own = states.flatMap(({ made }) => made.get(product) ?? [])
      if (own.some(({ followed }) => followed > 0)) isExercised = true
      else
        for (const { subject, requests, own: count } of own)
          addFinding(tally, {
            ...subject,
            program: product,
            level: 'advice',
            message: 'The client sent only cursors that the sandbox did not issue.',
            advice: 'Follow the URL of rel="next" in the header Link as it is.',
            requests,
            count,
          })
    }
    return { isExercised, findings: [...tally.findings.values()] }
  },
}

function noteSent({ issued, made }: State, names: readonly string[], exchange: Exchange, product: string): void {
  const query = new URLSearchParams(exchange.request.query)
  for (const cursor of names.flatMap((name) => query.getAll(name))) {
    const one = made.get(product) ?? { followed: 0, own: 0, subject: subjectOf(exchange), requests: [] }
    if (!made.has(product) && made.size >= MAX_PROGRAMS) return
    made.set(product, one)
    if (issued.has(cursor)) one.followed += 1
    else {
      one.own += 1
      addEvidence(one.requests, exchange.id)
    }
  }
}

function cursorsIn(link: string, names: readonly string[]): string[] {
  const [, url = ''] = /<([^>]*)>\s*;[^,]*rel="?next/.exec(link) ?? []
  const at = url.indexOf('?')
  if (at === -1) return []
  const query = new URLSearchParams(url.slice(at))
  return names.flatMap((name) => query.getAll(name))
}
