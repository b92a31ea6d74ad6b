// Turns the texts and bytes of a request into the values that the contract describes. Returns violations and unknown names too.
// The caller decides what to do about them.

import { BOUNDS } from '../ground/bounds.ts'
import type { Place, Violation } from '../ground/generated/control.ts'
import { messageOf } from '../ground/problem.ts'
import { didYouMean } from '../ground/words.ts'
import { type BodyFormat, essenceOf, type RequestBody } from './bodies.ts'
import { pointerOf } from './describe-errors.ts'
import { JsonViolation } from './json/exact-json.ts'
import { decodeText, isObject, parseJson } from './json/json.ts'
import type { Operation, Parameter } from './operations.ts'

export interface SentRequest {
  /** The texts of the path's parameters, by name. */
  readonly path: Readonly<Record<string, string>>
  /** The query without the question mark. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: Uint8Array | undefined
  /** The body could not be kept, so it is not checked. */
  readonly isLost?: boolean
}

/** The values of parameters and body, with the types of the contract. */
export type Input = Record<Exclude<Place, 'body'>, Record<string, unknown>> & { body?: unknown }

export interface UnknownName {
  readonly in: 'query' | 'body'
  /** `query parameter "limt"`, as a part of a sentence. */
  readonly words: string
  /** As in a violation: the name of a parameter, or a JSON pointer. */
  readonly place: string
  /** The end of a sentence: `: did you mean limit?`, or ` (known: limit, status)`. */
  readonly hint: string
}

export interface ReadRequest {
  readonly input: Input
  readonly violations: Violation[]
  readonly unknown: UnknownName[]
}

/** A refusal has the code of the first violation, and shows only violations with this code. */
export const refusalMessages = (violations: readonly Violation[]) =>
  violations.filter(({ code }) => code === violations[0]?.code).map(({ message }) => message)

/** A request can hold thousands of unknown names. */
const MAX_UNKNOWN = 10

export function readRequest(operation: Operation, sent: SentRequest): ReadRequest {
  const { parameters } = operation
  const read: ReadRequest = { input: { path: {}, query: {}, header: {}, cookie: {} }, violations: [], unknown: [] }
  const { input, violations } = read
  const query = sent.query === '' ? undefined : new URLSearchParams(sent.query)
  for (const parameter of parameters) {
    const { in: place, name } = parameter
    if (place === 'header' && OTHER_HEADERS.has(name.toLowerCase())) continue
    const { value, messages } = parameter.read(textsOf(parameter, sent, query))
    // A path parameter that breaks the contract gets the same code as a resource that does not exist.
    const code = place === 'path' ? 'not_found' : 'invalid_parameter'
    for (const message of messages) violations.push({ in: place, place: name, code, message })
    if (value !== undefined) input[place][name] = value
  }
  if (query !== undefined) {
    const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
    noteUnknown([...query.keys()], known, 'query', read)
  }
  if (operation.body && !sent.isLost) readBody(operation.body, sent, read)
  return read
}

/** Headers that are never parameters of the contract (OpenAPI Parameter Object). */
const OTHER_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** Empty when the request does not have the parameter. */
function textsOf({ in: place, name }: Parameter, { path, headers }: SentRequest, query: URLSearchParams | undefined): readonly string[] {
  switch (place) {
    case 'path':
      return [path[name] ?? '']
    case 'query':
      return query?.getAll(name) ?? []
    case 'header':
      return [headers[name.toLowerCase()] ?? []].flat()
    case 'cookie':
      return textOf(headers.cookie)
        .split(/; */)
        .flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []))
  }
}

function readBody(expected: RequestBody, { headers, body }: SentRequest, read: ReadRequest): void {
  if (body === undefined || body.length === 0) {
    if (expected.required) violate(read, 'invalid_body', `the body is missing: ${exampleOf(expected)}`)
    return
  }
  const format = findFormat(headers, expected.content)
  if (typeof format === 'string') violate(read, 'invalid_content_type', format)
  else if (format.isJson) readJsonBody(body, format, read)
}

function exampleOf({ content }: RequestBody): string {
  const [[type, { fields, required, must }] = ['', { fields: [], required: [], must: undefined }]] = content
  if (must !== undefined) return `it must ${must}`
  if (required.length > 0) return `send a JSON object with ${required.join(', ')}`
  return `send ${fields.length > 0 ? 'a JSON object' : type}`
}

function readJsonBody(bytes: Uint8Array, { fields, check }: BodyFormat, read: ReadRequest): void {
  try {
    read.input.body = parseJson(decodeText(bytes))
  } catch (error) {
    violate(read, 'malformed_json', describeViolation(error, bytes))
    return
  }
  const { body } = read.input
  for (const { message, path } of check(body, 'body')) violate(read, 'invalid_body', message, pointerOf(path))
  if (fields.length > 0 && isObject(body)) noteUnknown(Object.keys(body), fields, 'body', read)
}

function describeViolation(error: unknown, body: Uint8Array): string {
  if (error instanceof JsonViolation) return `the body is JSON, but ${error.message}`
  if (!(error instanceof SyntaxError)) return 'the body is not valid UTF-8: send JSON in UTF-8'
  const beginning = Buffer.from(body.subarray(0, READ_FOR_SLIPS)).toString()
  const slip = SLIPS.find(([pattern]) => pattern.test(beginning))
  return `the body is not valid JSON: ${slip === undefined ? '' : `${slip[1]}. `}${messageOf(error)}`
}

const READ_FOR_SLIPS = 1000

/** What people often send in place of JSON, and a sentence that helps. */
const SLIPS: readonly (readonly [slip: RegExp, hint: string])[] = [
  [/^\s*[[{]+\s*'/, 'Write double quotation marks in place of single ones'],
  [/^[\w.[\]%-]+=/, 'It looks like a form: send an object such as {"name":"value"}'],
  [/,\s*[}\]]/, 'Leave out the comma before the closing bracket'],
  [/^\[object Object\]/, 'Turn the object into JSON before you send it'],
]

/** The format of the declared media type, or a sentence about a wrong header. */
function findFormat(headers: SentRequest['headers'], content: RequestBody['content']): BodyFormat | string {
  const wanted = [...content.keys()].join(' or ')
  const type = textOf(headers['content-type'])
  if (isCompressed(headers)) return `Content-Encoding must be left out, got ${headers['content-encoding']}: send the body uncompressed`
  if (type === '') return `Content-Type is missing: send ${wanted}`
  const format = content.get(type) ?? content.get(essenceOf(type))
  if (format === undefined) return `Content-Type must be ${wanted}, got ${type}`
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8'
  return /^utf-?8$/i.test(charset) ? format : `Content-Type must be ${wanted} in UTF-8, got ${type}`
}

/** The sandbox knows no content codings. */
export const isCompressed = (headers: SentRequest['headers']) =>
  (textOf(headers['content-encoding']) || 'identity').toLowerCase() !== 'identity'

function noteUnknown(names: readonly string[], known: readonly string[], where: UnknownName['in'], { unknown }: ReadRequest): void {
  for (const name of new Set(names)) {
    if (known.includes(name)) continue
    if (unknown.length >= MAX_UNKNOWN) return
    const shown = name.slice(0, BOUNDS.shownValue)
    const [kind, place] = where === 'body' ? ['field', pointerOf([shown])] : ['query parameter', shown]
    const hint = didYouMean(name, known, known.length === 0 ? '' : ` (known: ${known.join(', ')})`)
    unknown.push({ in: where, words: `${kind} ${JSON.stringify(shown)}`, place, hint })
  }
}

const textOf = (value: string | readonly string[] | undefined = '') => (typeof value === 'string' ? value : value.join(', '))

function violate({ violations }: ReadRequest, code: Violation['code'], message: string, place = ''): void {
  violations.push({ in: 'body', place, code, message })
}
