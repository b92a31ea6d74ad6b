// Reads the body and the parameters of a request, with the types of the contract. Notes violations of the contract, and warnings about
// likely mistakes that do not break it.

import { HOW_TO_CHOOSE } from '../../contract/assumptions.ts'
import type { Operation } from '../../contract/operations.ts'
import { type Input, readRequest, type UnknownName } from '../../contract/read-request.ts'
import type { Violation, Warning } from '../../ground/generated/control.ts'
import { findBrokenBody, isExpecting, receiveBody } from '../../ground/sockets/receive-body.ts'
import { findNearest, shorten } from '../../ground/words.ts'
import { addAssumed, addWarning, type OpenExchange } from '../../record/exchange.ts'
import { recordBody } from '../../record/record-body.ts'
import type { Secrets } from '../../record/secrets.ts'
import type { RequestContext } from './context.ts'
import { readTarget } from './message.ts'
import type { JourneyParts } from './parts.ts'
import { breaksRequest, giveStepsBack } from './scenario.ts'

export function readBody(context: RequestContext, { contract }: JourneyParts): void | Promise<void> {
  const { request, response, head } = context
  if (!head.hasBody) return
  const maxBodyBytes = maxBodyBytesOf(context, contract)
  // When the head alone decides, a client that waits with its body is refused before it sends the body (RFC 9110 §10.1.1).
  if (isExpecting(request)) {
    const isTooLarge = Number(request.headers['content-length']) > maxBodyBytes && context.play === undefined
    context.body = { isTooLarge, isLeft: true }
    if (isTooLarge || context.refusal !== undefined || breaksRequest(context)) return
    response.writeContinue()
  }
  context.body = {}
  if (breaksRequest(context)) return
  return receiveBody(request, maxBodyBytes).then(
    (received) => {
      context.body = received
      const { bytes } = received
      if (bytes !== undefined) context.exchange.request.body = context.secrets.hideInBody(recordBody(bytes))
    },
    (error) => giveUp(context, error),
  )
}

export const maxBodyBytesOf = ({ choices, operation }: RequestContext, { maxBodyBytes }: JourneyParts['contract']) =>
  choices['request-size'] === '16-kib' ? 16 * 1024 : (operation?.maxBodyBytes ?? maxBodyBytes)

/** Called when the body will never be complete. Throws when the client is gone. */
function giveUp(context: RequestContext, error: unknown): void {
  giveStepsBack(context)
  const problem = findBrokenBody(context.request)
  if (problem === undefined) throw error
  // A broken message is refused as such, whatever else is wrong.
  if (context.refusal?.by !== 'http') context.refusal = { by: 'http', problem }
  context.body = { isLeft: true }
}

export function checkRequest(context: RequestContext): void {
  const { koa, request, body, exchange, choices } = context
  if (context.operation === undefined) return
  const operation = choices.paging === 'none' ? withoutPaging(context.operation) : context.operation
  const { headers } = request
  const { input, violations, unknown } = readRequest(operation, {
    path: koa.params,
    query: context.target.query,
    headers,
    body: body?.bytes,
    isLost: body !== undefined && body.bytes === undefined,
  })
  context.input = input
  const left = choices['invalid-query'] === 'nearest' ? takeNearest(operation, input, violations) : violations
  exchange.violations.push(...left)
  if (left.length < violations.length) addAssumed(exchange, 'invalid-query')
  for (const name of unknown) noteUnknown(context, name)
  if (headers['idempotency-key'] !== undefined) {
    if (choices.idempotency !== 'honoured') addWarning(exchange, 'unused_header', NO_EFFECT, { in: 'header', place: 'Idempotency-Key' })
    addAssumed(exchange, 'idempotency')
  }
  for (const name in headers) if (OWN.test(name) && !SWITCHES.includes(name)) warnOfSwitch(exchange, name)
}

/** Hides the secrets of the request in what the other notes wrote down, so it is the last note. */
export function hideSecrets({ exchange, secrets }: RequestContext): void {
  const { violations, warnings, testCase } = exchange
  if (testCase) exchange.testCase = { ...testCase, name: secrets.hideInText(testCase.name) }
  if (secrets.isEmpty) return
  exchange.request = hideRepeatedInHead(exchange.request, secrets)
  for (const [index, violation] of violations.entries()) violations[index] = { ...violation, ...hidden(violation) }
  for (const [index, warning] of warnings.entries()) warnings[index] = { ...warning, ...hidden(warning) }

  function hidden({ message, place }: Pick<Warning, 'message' | 'place'>) {
    return { message: secrets.hideRepeated(message), ...(place !== undefined && { place: secrets.hideRepeated(place) }) }
  }
}

/** The body may have shown that a value of the head is a secret. */
function hideRepeatedInHead(request: OpenExchange['request'], secrets: Secrets): OpenExchange['request'] {
  const { headers, userAgent } = request
  const { sent: target, prefix, rest: path, query } = readTarget(secrets.hideRepeated(request.target))
  return {
    ...request,
    target,
    prefix,
    path,
    query,
    headers: headers.map((text) => secrets.hideRepeated(text)),
    ...(userAgent !== undefined && { userAgent: secrets.hideRepeated(userAgent) }),
  }
}

const withoutPaging = (operation: Operation): Operation => ({
  ...operation,
  parameters: operation.parameters.filter(({ assumed }) => !assumed.includes('paging')),
})

/** Takes the nearest number for a number out of bounds, and an unknown word as it is. Returns the other violations. */
function takeNearest({ parameters }: Operation, { query }: Input, violations: readonly Violation[]): readonly Violation[] {
  return violations.filter(({ in: place, place: name }) => {
    const parameter = parameters.find((one) => one.in === 'query' && one.name === name)
    const value = query[name]
    if (place !== 'query' || parameter === undefined) return true
    if (parameter.bounds === undefined) return !(parameter.isEnum && value !== undefined)
    if (typeof value !== 'number' && typeof value !== 'bigint') return true
    const { minimum, maximum } = parameter.bounds
    query[name] = value < minimum ? minimum : maximum
    return false
  })
}

function noteUnknown({ exchange, choices }: RequestContext, { in: part, place, words, hint }: UnknownName): void {
  const sentence = `the ${words} is not in the contract`
  addAssumed(exchange, 'unknown-fields')
  if (choices['unknown-fields'] === 'refused') {
    const code = part === 'body' ? 'invalid_body' : 'invalid_parameter'
    exchange.violations.push({ in: part, place, code, message: `${sentence}${hint.startsWith(':') ? '' : ': leave it out'}${hint}` })
    return
  }
  const kind = part === 'body' ? 'unknown_field' : 'unknown_parameter'
  addWarning(exchange, kind, `${sentence} and has no effect${hint}`, { in: part, place })
}

const NO_EFFECT = 'the header Idempotency-Key has no effect: the contract does not have it, and a repeated call is carried out again'

/** Headers that look like a switch. Some programs add `x-`, or write `_`. */
const OWN = /^(?:x[-_])?sandbox[-_]/
const SWITCHES = ['sandbox-scenario', 'sandbox-case']
const HINTS: Readonly<Record<string, string>> = {
  'sandbox-scenario': 'did you mean Sandbox-Scenario?',
  'sandbox-case': 'did you mean Sandbox-Case?',
  'sandbox-world': 'choose the world by the key, as in sandbox_free_w3, or by the base URL, as in /~world=w3/v1',
  'sandbox-assume': HOW_TO_CHOOSE,
}

function warnOfSwitch(exchange: OpenExchange, name: string): void {
  const meant = findNearest(name.replace(/^x[-_]/, '').replaceAll('_', '-'), Object.keys(HINTS))
  const hint = (meant && HINTS[meant]) ?? 'the sandbox reads Sandbox-Scenario and Sandbox-Case'
  const message = `the header ${shorten(name)} has no effect: ${hint}`
  addWarning(exchange, 'unused_header', message, { in: 'header', place: name })
}
