// Reads parameters and body as the contract types them, and notes what breaks it (violations) and what does not
// but was hardly meant (warnings).

import type { IncomingHttpHeaders } from 'node:http'
import { MIMEType } from 'node:util'
import type { BodyFormat, Operation, RequestBody } from '../../contract/operations.ts'
import { missing, type Parameter } from '../../contract/parameters.ts'
import type { Place } from '../../exchange.ts'
import { decodeText, isObject, parseJson } from '../../json.ts'
import { findNearest } from '../../nearest.ts'
import { type Code, messageOf } from '../../problem.ts'
import { addAssumed } from '../add-assumed.ts'
import type { Visit } from '../visit.ts'

export function checkRequest() {
  return function checkRequest(visit: Visit): void {
    const { operation, request } = visit
    if (operation === undefined) return
    checkParameters(visit, operation)
    if (operation.body) checkBody(visit, operation.body)
    if (request.headers['idempotency-key'] !== undefined)
      warn(visit, 'the header Idempotency-Key has no effect: the contract does not have it, and a repeated call is carried out again')
  }
}

function checkParameters(visit: Visit, operation: Operation): void {
  const { query: text } = visit.exchange.request
  const query = text === '' ? undefined : new URLSearchParams(text)
  for (const parameter of operation.parameters) readParameter(visit, parameter, textsOf(parameter, visit, query))
  if (query)
    warnOfUnknown(
      visit,
      [...query.keys()],
      operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      'query parameter',
    )
}

/** Headers that the contract's parameters never mean (OpenAPI Parameter Object). */
const OTHER_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** What the request gives for a parameter; empty when it leaves it out. */
function textsOf({ in: place, name }: Parameter, visit: Visit, query: URLSearchParams | undefined): readonly string[] {
  const { headers } = visit.request
  switch (place) {
    case 'path':
      return [visit.pathParameters[name] ?? '']
    case 'query':
      return query?.getAll(name) ?? []
    case 'header':
      return [headers[name.toLowerCase()] ?? []].flat()
    case 'cookie':
      return (headers.cookie ?? '').split(/; */).flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []))
  }
}

function readParameter(visit: Visit, parameter: Parameter, texts: readonly string[]): void {
  const place = parameter.in
  if (place === 'header' && OTHER_HEADERS.has(parameter.name.toLowerCase())) return
  if (texts.length === 0) {
    if (parameter.required) violate(visit, place, codeOf(place), missing(parameter))
    else if (parameter.fallback !== undefined) visit.input[place][parameter.name] = parameter.fallback
    return
  }
  const { value, faults } = parameter.read(texts)
  for (const fault of faults) violate(visit, place, codeOf(place), fault)
  visit.input[place][parameter.name] = value
}

/** A path that no resource can have is answered as one that none has. */
const codeOf = (place: Parameter['in']): Code => (place === 'path' ? 'not_found' : 'invalid_parameter')

function checkBody(visit: Visit, expected: RequestBody): void {
  const { body, isTooLarge, messageProblem, breaksRequest } = visit
  const { headers } = visit.request
  if (isTooLarge || messageProblem || breaksRequest) return
  if (body === undefined || body.length === 0) {
    if (expected.required) violate(visit, 'body', 'invalid_body', `a body is missing: send ${exampleOf(expected)}`)
    return
  }
  const format = findFormat(headers, expected.content)
  if (typeof format === 'string') violate(visit, 'body', 'invalid_content_type', format)
  else if (format.isJson && readJson(visit, body)) checkValue(visit, visit.input.body, format)
}

function exampleOf({ content }: RequestBody): string {
  const [[type, { fields, required }] = ['', { fields: [], required: [] }]] = content
  if (required.length > 0) return `a JSON object with ${required.join(', ')}`
  return fields.length > 0 ? 'a JSON object' : type
}

/** Whether the body is JSON, which is then the input's body. */
function readJson(visit: Visit, body: Buffer): boolean {
  try {
    visit.input.body = parseJson(decodeText(body))
    return true
  } catch (error) {
    const fault = error instanceof SyntaxError ? `valid JSON: ${messageOf(error)}` : 'valid UTF-8: send JSON in UTF-8'
    violate(visit, 'body', 'malformed_json', `the body is not ${fault}`)
    return false
  }
}

function checkValue(visit: Visit, value: unknown, { fields, check }: BodyFormat): void {
  for (const fault of check(value, 'body')) violate(visit, 'body', 'invalid_body', fault)
  if (fields.length > 0 && isObject(value)) warnOfUnknown(visit, Object.keys(value), fields, 'field')
}

/** The format in which the body is declared to be written, or what is wrong with that. */
function findFormat(headers: IncomingHttpHeaders, content: RequestBody['content']): BodyFormat | string {
  const wanted = [...content.keys()].join(' or ')
  const type = headers['content-type']
  if (isCompressed(headers)) return `Content-Encoding must be left out, got ${headers['content-encoding']}: send the body uncompressed`
  if (type === undefined) return `Content-Type is missing: send ${wanted}`
  const plain = content.get(type)
  if (plain) return plain
  const mime = parseMediaType(type)
  const format = mime && content.get(mime.essence)
  if (format === undefined) return `Content-Type must be ${wanted}, got ${type}`
  const charset = mime?.params.get('charset') ?? 'utf-8'
  return charset.toLowerCase() === 'utf-8' ? format : `Content-Type must be ${wanted} in UTF-8, got ${type}`
}

/** Whether a body comes in a content coding: none is known here. */
export const isCompressed = ({ 'content-encoding': coding = 'identity' }: IncomingHttpHeaders) => coding.toLowerCase() !== 'identity'

function parseMediaType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text)
  } catch {
    return undefined
  }
}

function warnOfUnknown(visit: Visit, names: readonly string[], known: readonly string[], kind: string): void {
  for (const name of new Set(names)) {
    if (known.includes(name)) continue
    if (visit.exchange.warnings.length >= MAX_WARNINGS) return
    const near = findNearest(name, known)
    warn(
      visit,
      `the ${kind} ${JSON.stringify(name.slice(0, 60))} is not in the contract and has no effect${near ? `: did you mean ${near}?` : ''}`,
    )
  }
}

/** A request can hold thousands of unknown names; a handful tells as much. */
const MAX_WARNINGS = 10

function warn({ exchange }: Visit, warning: string): void {
  exchange.warnings.push(warning)
  addAssumed(exchange, 'unknown-fields')
}

function violate({ exchange }: Visit, place: Place, code: Code, message: string): void {
  exchange.violations.push({ in: place, code, message })
}
