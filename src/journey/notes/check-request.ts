// Reads parameters and body with the types of the contract. Notes violations of the contract, and warnings about likely mistakes
// that do not break it.

import { describeUnknown, readRequest, type UnknownName } from '../../contract/read-request.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { addWarning, type WarningCode, type WarningPlace } from '../../exchange/violation.ts'
import { findNearest } from '../../text/nearest.ts'
import { addAssumed } from '../add-assumed.ts'
import type { RequestContext } from '../context.ts'

export function checkRequest(context: RequestContext): void {
  const { operation, found, request, body, exchange } = context
  if (operation === undefined) return
  const { headers } = request
  const { input, violations, unknown } = readRequest(operation, {
    path: found && 'parameters' in found ? found.parameters : {},
    query: context.query,
    headers,
    body: body?.bytes,
    isLost: body !== undefined && body.bytes === undefined,
  })
  context.input = input
  exchange.violations.push(...violations)
  for (const name of unknown)
    warn(context, name.in === 'body' ? 'unknown_field' : 'unknown_parameter', describe(name), { in: name.in, place: name.place })
  if (headers['idempotency-key'] !== undefined)
    warn(
      context,
      'unused_header',
      'the header Idempotency-Key has no effect: the contract does not have it, and a repeated call is carried out again',
      { in: 'header', place: 'Idempotency-Key' },
    )
  for (const name in headers) if (name.startsWith(OWN) && !SWITCHES.includes(name)) warnOfSwitch(exchange, name)
}

const OWN = 'sandbox-'
const SWITCHES = ['sandbox-scenario', 'sandbox-case']
const MAX_SHOWN = 60

function warnOfSwitch(exchange: Exchange, name: string): void {
  const near = findNearest(name, SWITCHES)
  const hint = near === undefined ? `the sandbox reads ${SWITCHES.join(' and ')}` : `did you mean ${near}?`
  addWarning(exchange, 'unused_header', `the header ${name.slice(0, MAX_SHOWN)} has no effect: ${hint}`, { in: 'header', place: name })
}

const describe = (name: UnknownName) =>
  `the ${describeUnknown(name)} is not in the contract and has no effect${name.near ? `: did you mean ${name.near}?` : ''}`

function warn({ exchange }: RequestContext, code: WarningCode, message: string, where: WarningPlace): void {
  addWarning(exchange, code, message, where)
  addAssumed(exchange, 'unknown-fields')
}
