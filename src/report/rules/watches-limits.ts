// When X-RateLimit-Remaining is 0, the next call gets a 429. A client should stop before that.

import type { Exchange, Moment } from '../../exchange/exchange.ts'
import { elapsed } from '../facts.ts'
import { addEvidence, addFinding, createTally, type Subject, subjectOf } from '../tally.ts'
import type { Rule } from './rule.ts'

interface State {
  /** The state of each key. */
  readonly keys: Map<string, Watched>
  readonly ran: { readonly window: string; readonly subject: Subject; readonly requests: readonly string[] }[]
  kept: number
}

interface Watched {
  /** The window in which a reply showed that no request is left; `shown` is the time of that reply. */
  readonly window: string
  readonly shown: Moment
  readonly id: string
  hasRun: boolean
}

/** A call that comes later than this was sent after the client had read the reply. */
const READ_MS = 250
const WINDOWS = 2
const MAX_KEYS = 100

export const watchesLimits: Rule<State> = {
  name: 'watches-limits',
  level: 'advice',
  asks: 'Stop when X-RateLimit-Remaining is 0, until X-RateLimit-Reset.',
  shows: 'the client stops when no request is left',
  hint: 'No reply showed 0 requests left in two windows. Set short windows: limits.set("free", { minute: { limit: 5, seconds: 2 } }).',
  restsOn: ['limit-shown'],
  create: () => ({ keys: new Map(), ran: [], kept: 0 }),
  see(state, exchange, { isExpected }) {
    const { caller, count, replied } = exchange
    if (caller.key === undefined) return
    const known = state.keys.get(caller.key)
    if (known) noteCall(state, known, exchange, isExpected)
    if (count.verdict !== 'served' || count.remaining > 0 || replied === undefined || exchange.shown) return
    if (known === undefined && state.keys.size >= MAX_KEYS) return
    state.keys.set(caller.key, { window: windowOf(exchange), shown: replied, id: exchange.id, hasRun: false })
  },
  conclude(states) {
    const ran = states.flatMap((state) => state.ran)
    const tally = createTally()
    if (new Set(ran.map(({ window }) => window)).size >= WINDOWS)
      for (const { subject, requests } of ran)
        addFinding(tally, {
          ...subject,
          level: 'advice',
          message: 'A reply showed that no request was left, but the client sent another call and got a 429.',
          advice: 'Read X-RateLimit-Remaining. When it is 0, wait until X-RateLimit-Reset.',
          requests,
        })
    return { isExercised: states.some(({ kept }) => kept > 0), findings: [...tally.findings.values()] }
  },
}

const windowOf = ({ world, session, caller, count }: Exchange) => `${world} ${session} ${caller.key} ${count.window} ${count.reset}`

function noteCall(state: State, known: Watched, exchange: Exchange, isExpected: boolean): void {
  const { count, arrived, id } = exchange
  if (elapsed(known.shown, arrived) < READ_MS) return
  if (windowOf(exchange) !== known.window) {
    // The next window has begun, and no call was refused before it.
    if (count.verdict === 'served' && !known.hasRun) state.kept += 1
    state.keys.delete(exchange.caller.key ?? '')
    return
  }
  if (count.verdict !== 'refused' || known.hasRun) return
  known.hasRun = true
  if (isExpected || state.ran.length >= 100) return
  const requests = [known.id]
  addEvidence(requests, id)
  state.ran.push({ window: known.window, subject: subjectOf(exchange), requests })
}
