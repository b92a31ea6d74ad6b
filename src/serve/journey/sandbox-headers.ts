// Notes the causes of the reply, and writes the headers of the sandbox: request id, causes, assumptions and warnings. Only this file
// writes `causes`.

import { serializeList } from 'structured-headers'
import type { Draft } from '../../contract/reply.ts'
import { renderCauses } from '../../record/exchange.ts'
import type { RequestContext } from './context.ts'
import type { JourneyParts } from './parts.ts'

/** The scenarios that gave or changed the reply, else the answer that gave it. When nobody answered, there is no reply, and the cause is `gone`. */
export function noteCause({ exchange, play }: RequestContext, reply?: Draft): void {
  const { appliedSteps, answeredBy } = exchange
  const given = reply?.causeParameters
  const answering = answeredBy === 'scenario' ? play?.taken.findIndex(({ step }) => step.isDecisive) : -1
  const causes = appliedSteps.flatMap(({ scenario, step, acted }, index) =>
    acted ? [{ name: 'scenario', parameters: { name: scenario, step, ...(index === answering && given) } }] : [],
  )
  exchange.causes = causes.length > 0 ? causes : [given === undefined ? { name: answeredBy } : { name: answeredBy, parameters: given }]
}

export function sandboxHeaders({ exchange, choices }: RequestContext, { headers }: Draft, { bare, defaults }: JourneyParts): void {
  if (bare) return
  const { id, causes, assumed, warnings } = exchange
  headers['Sandbox-Request-Id'] = id
  headers['Sandbox-Cause'] = renderCauses(causes)
  let named = ''
  for (const id of assumed) {
    // A part of the journey may name an assumption that this contract does not have.
    if (!defaults.has(id)) continue
    const choice = choices[id]
    if (named !== '') named += ', '
    named += choice === undefined || choice === defaults.get(id) ? id : `${id};choice=${renderChoice(choice)}`
  }
  if (named !== '') headers['Sandbox-Assumed'] = named
  if (warnings.length > 0) headers['Sandbox-Warning'] = serializeList(warnings.map(({ message }) => [printable(message), new Map()]))
}

/** A token of RFC 9651 begins with a letter. Digits alone are an integer, and everything else is a string. */
const renderChoice = (choice: string) => (/^([a-z*][\w.-]*|\d{1,15})$/i.test(choice) ? choice : `"${choice}"`)

/** Strings in structured fields must be printable ASCII (RFC 9651 §3.3.3). */
const printable = (text: string) => text.replaceAll(/[^ -~]/g, '?')
