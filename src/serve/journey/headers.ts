// The headers of the limits, Date, deprecation, and the sandbox: request id, causes, assumptions and warnings. Only this file writes
// `causes`.

import { serializeList } from 'structured-headers'
import type { Draft } from '../../contract/reply.ts'
import type { Cause } from '../../ground/generated/control.ts'
import { addAssumed, type OpenExchange, renderCauses } from '../../record/exchange.ts'
import type { RequestContext } from './context.ts'
import type { JourneyParts } from './parts.ts'

/** The three rate-limit headers and Date (RFC 9110 §6.6.1) show the same moment: Retry-After counts from it. */
export function limitHeaders({ exchange }: { exchange: Pick<OpenExchange, 'count' | 'shown'> }, { headers }: Pick<Draft, 'headers'>): void {
  const { count, shown = count } = exchange
  headers['X-RateLimit-Limit'] = String(shown.limit)
  // V8 would cache the text that `String` makes.
  headers['X-RateLimit-Remaining'] = shown.remaining.toFixed()
  headers['X-RateLimit-Reset'] = String(shown.reset)
  const second = Math.floor(count.at.world / 1000)
  if (dated.second !== second) dated = { second, date: new Date(second * 1000).toUTCString() }
  headers.Date = dated.date
}

/** The last Date. Many replies share it, and it takes more time than their other headers. */
let dated = { second: Number.NaN, date: '' }

/** Since when the operation is deprecated (RFC 9745), when it will be removed (RFC 8594), and its successor. */
export function deprecationHeaders({ operation, exchange }: RequestContext, { headers }: Draft): void {
  if (operation?.deprecation === undefined) return
  const { deprecation } = operation
  const { origin, prefix } = exchange.request
  const successor = deprecation.successor === undefined ? '' : `<${origin}${prefix}${deprecation.successor}>; rel="successor-version", `
  const links = `${successor}<${origin}/docs#${operation.id}>; rel="deprecation"; type="text/html"`
  for (const name in deprecation.headers) headers[name] = deprecation.headers[name] ?? ''
  headers.Link = headers.Link === undefined ? links : `${headers.Link}, ${links}`
  for (const id of deprecation.assumed) addAssumed(exchange, id)
}

/** Notes the scenarios that gave or changed the reply, or else the answer that gave it. Without an answer, the cause is `gone`. */
export function noteCause({ exchange, play }: RequestContext, reply?: Draft): void {
  const { answeredBy } = exchange
  const parameters = reply?.causeParameters
  const causes: Cause[] = []
  for (const { applied, step } of play?.taken ?? []) {
    const more = answeredBy === 'scenario' && step.isDecisive ? parameters : undefined
    if (applied.acted) causes.push({ name: 'scenario', parameters: { name: applied.scenario, step: applied.step, ...more } })
  }
  if (causes.length === 0) causes.push(parameters === undefined ? { name: answeredBy } : { name: answeredBy, parameters })
  exchange.causes = causes
}

export function sandboxHeaders({ exchange, choices }: RequestContext, { headers }: Draft, { bare, known }: JourneyParts): void {
  if (bare) return
  const { id, causes, assumed, warnings } = exchange
  headers['Sandbox-Request-Id'] = id
  headers['Sandbox-Cause'] = renderCauses(causes)
  let named = ''
  for (const id of assumed) {
    // A part of the journey may name an assumption that this contract does not have.
    if (!known.has(id)) continue
    const choice = choices[id]
    if (named !== '') named += ', '
    named += choice === undefined ? id : `${id};choice=${renderChoice(choice)}`
  }
  if (named !== '') headers['Sandbox-Assumed'] = named
  if (warnings.length > 0) headers['Sandbox-Warning'] = serializeList(warnings.map(({ message }) => [printable(message), new Map()]))
}

/** A token of RFC 9651 begins with a letter. Digits alone are an integer, and everything else is a string. */
const renderChoice = (choice: string) => (/^([a-z*][\w.-]*|\d{1,15})$/i.test(choice) ? choice : `"${choice}"`)

/** Strings in structured fields must be printable ASCII (RFC 9651 §3.3.3). */
const printable = (text: string) => text.replaceAll(/[^ -~]/g, '?')
