// Reads parameters and body as the contract types them, and notes what breaks it (violations) and what does not
// but was hardly meant (warnings).

import { readRequest, type UnknownName } from '../../contract/read-request.ts'
import { addAssumed } from '../add-assumed.ts'
import type { Visit } from '../visit.ts'

export function checkRequest() {
  return function checkRequest(visit: Visit): void {
    const { operation, pathParameters, request, body, exchange } = visit
    if (operation === undefined) return
    const { headers } = request
    const { input, violations, unknown } = readRequest(operation, {
      path: pathParameters,
      query: visit.query,
      headers,
      body,
      isLost: visit.isTooLarge || visit.messageProblem !== undefined || visit.breaksRequest,
    })
    visit.input = input
    exchange.violations.push(...violations)
    for (const name of unknown) warn(visit, describe(name))
    if (headers['idempotency-key'] !== undefined)
      warn(visit, 'the header Idempotency-Key has no effect: the contract does not have it, and a repeated call is carried out again')
  }
}

const describe = ({ kind, name, near }: UnknownName) =>
  `the ${kind} ${JSON.stringify(name)} is not in the contract and has no effect${near ? `: did you mean ${near}?` : ''}`

function warn({ exchange }: Visit, warning: string): void {
  exchange.warnings.push(warning)
  addAssumed(exchange, 'unknown-fields')
}
