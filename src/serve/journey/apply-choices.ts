// Applies other choices to a reply: its status, code, body, and whether the request counts. Each choice is one line in the table.

import { STATUS_CODES } from 'node:http'
import { isObject } from '../../contract/json/json.ts'
import type { Draft } from '../../contract/reply.ts'
import { CODES } from '../../ground/problem.ts'
import { addAssumed } from '../../record/exchange.ts'
import type { RequestContext } from './context.ts'

/** Returns false when the choice does not concern the reply. */
type Change = (draft: Draft, context: RequestContext) => boolean

/** The key is the assumption and the choice. A change of the status comes before a change of the body. */
const CHANGES: Readonly<Record<string, Change>> = {
  'invalid-query=422': (draft, context) => breaks(context, 'query') && setStatus(draft, 422),
  'invalid-id=400': (draft, context) => breaks(context, 'path') && setCode(draft, 'invalid_parameter') && setStatus(draft, 400),
  'invalid-body=415': (draft) => codeOf(draft) === 'invalid_content_type' && setStatus(draft, 415),
  'removed=410': (draft) => codeOf(draft) === 'operation_removed' && setStatus(draft, 410),
  'codes=other': (draft) => {
    const code = codeOf(draft)
    return code !== undefined && setCode(draft, `E-${code.replaceAll('_', '-').toUpperCase()}`)
  },
  'unknown-route=html': (draft, { operation }) => operation === undefined && draft.status === 404 && setHtml(draft),
  'limited-body=empty': (draft) => draft.status === 429 && setBody(draft, undefined),
  'limited-body=html': (draft) => draft.status === 429 && setHtml(draft),
  'failures=html': (draft) => (draft.status === 500 || draft.status === 503) && setHtml(draft),
  'limit-scope=successful': (draft, context) => draft.status >= 400 && giveCountBack(context),
}

export function applyChoices(context: RequestContext, draft: Draft): void {
  const { choices, exchange } = context
  if (Object.keys(choices).length === 0) return
  for (const [name, change] of Object.entries(CHANGES)) {
    const [id = '', choice] = name.split('=')
    if (choices[id] === choice && change(draft, context)) addAssumed(exchange, id)
  }
}

/** Whether a parameter of the contract is wrong. An unknown one belongs to another assumption. */
function breaks({ exchange, operation }: RequestContext, place: string): boolean {
  const [first] = exchange.violations
  if (exchange.answeredBy !== 'contract' || first?.in !== place) return false
  return operation?.parameters.some((one) => one.in === place && one.name === first.place) === true
}

/** The code of an error body, if it is in the catalogue. */
function codeOf({ body }: Draft): string | undefined {
  const code = isObject(body) ? body.code : undefined
  return typeof code === 'string' && Object.hasOwn(CODES, code) ? code : undefined
}

function setStatus(draft: Draft, status: number): true {
  if (isObject(draft.body) && draft.body.status === draft.status) draft.body = { ...draft.body, status }
  draft.status = status
  return true
}

function setCode(draft: Draft, code: string): true {
  if (isObject(draft.body)) draft.body = { ...draft.body, code }
  return true
}

function setBody(draft: Draft, body: unknown): true {
  draft.body = body
  return true
}

/** Returns false when the request was not counted. */
function giveCountBack({ exchange, session, choices }: RequestContext): boolean {
  const { caller, count } = exchange
  if (count.verdict !== 'served' || caller.plan === undefined) return false
  const shown = session.limits.giveBack(caller.plan, choices)
  exchange.count = shown ?? count
  return shown !== undefined
}

/** The page of a gateway in front of the service. */
function setHtml(draft: Draft): true {
  const title = `${draft.status} ${STATUS_CODES[draft.status]}`
  draft.headers['Content-Type'] = 'text/html; charset=utf-8'
  return setBody(draft, `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>\n`)
}
