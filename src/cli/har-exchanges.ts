// Turns the entries of a HAR file into exchanges, so that the report can judge a recorded run. A HAR has no world, no scenario and no
// limits, so rules that need them are not exercised. The base path of the contract tells which entries are calls of the service.

import type { Entry, Har } from 'har-format'
import type { Exchange, Moment, SentReply } from '../../spec/control.ts'
import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operations.ts'
import { readRequest } from '../contract/read-request.ts'
import { messageOf, StartError } from '../errors/problem.ts'
import { createRoutes, type Find, normalizePath } from '../http/routes.ts'
import { isObject } from '../json/json.ts'
import { readRegularFile } from '../text/regular-file.ts'

/** Rejects with a StartError for a file that is no HAR. */
export async function readHar(file: string): Promise<readonly Entry[]> {
  const refuse = (reason: string): never => {
    throw new StartError(`--har ${file}: ${reason}`)
  }
  const attempt = <Result>(what: string, act: () => Result): Result => {
    try {
      return act()
    } catch (error) {
      return refuse(`${what}: ${messageOf(error)}`)
    }
  }
  const text = attempt('cannot be read', () => readRegularFile(file).toString())
  // Fiddler begins its files with a byte order mark.
  const har: unknown = attempt('is not JSON', () => JSON.parse(text.replace(/^\uFEFF/, '')))
  const entries = isObject(har) && isObject((har as Partial<Har>).log) ? (har as unknown as Har).log.entries : undefined
  return Array.isArray(entries) ? entries : refuse('has no log.entries, so it is no HAR')
}

/** The calls of the service, in order, each with its exchange. */
export function toExchanges(entries: readonly Entry[], contract: Pick<Contract, 'operations' | 'basePath'>): Exchange[] {
  const calls = entries.filter(isEntry).flatMap((entry) => {
    const url = URL.parse(entry.request.url)
    const at = url === null ? -1 : `${url.pathname}/`.indexOf(`${contract.basePath}/`)
    return url === null || at === -1 ? [] : [{ entry, path: url.pathname.slice(at), query: url.search.slice(1), origin: url.origin }]
  })
  const sorted = calls.toSorted((one, other) => Date.parse(one.entry.startedDateTime) - Date.parse(other.entry.startedDateTime))
  const find = createRoutes(contract.operations)
  const start = Date.parse(sorted[0]?.entry.startedDateTime ?? '')
  return sorted.map(({ entry, ...target }, index) => toExchange(entry, target, index + 1, start, find))
}

/** An entry that tells what was called and when. Everything else in it may be missing or wrong. */
const isEntry = (entry: Partial<Entry> | null): entry is Entry =>
  typeof entry?.request?.url === 'string' &&
  typeof entry.request.method === 'string' &&
  Date.parse(textOf(entry.startedDateTime) ?? '') < Date.UTC(9999, 0)

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const headersOf = (headers: unknown): { name: string; value: string }[] =>
  (Array.isArray(headers) ? headers : []).filter((header) => typeof header?.name === 'string' && typeof header.value === 'string')

/** A status that HTTP has, or 0 for a call without a reply. */
const statusOf = (status: unknown) => (typeof status === 'number' && status >= 100 && status <= 599 ? Math.floor(status) : 0)

/** Milliseconds, at most a day. HAR writes -1 for a time that is not known. */
const durationOf = (time: unknown) => (typeof time === 'number' ? Math.min(Math.max(0, time), 86_400_000) : 0)

interface Target {
  readonly path: string
  readonly query: string
  readonly origin: string
}

/** The fields that the sandbox adds to the standard fields when it writes a HAR itself. */
interface Own {
  readonly _sandbox?: { readonly id?: string; readonly world?: string; readonly case?: string } | null
}

function toExchange(entry: Entry & Own, target: Target, number: number, start: number, find: Find<Operation>): Exchange {
  const { request, response, startedDateTime, time, timings, _sandbox: own } = entry
  const names = Object.fromEntries(headersOf(request.headers).map(({ name, value }) => [name.toLowerCase(), value]))
  const arrived = momentOf(Date.parse(startedDateTime), start)
  const wait = durationOf(timings?.wait ?? time) + durationOf(timings?.send)
  const status = statusOf(response?.status)
  const testCase = textOf(own?.case)
  return {
    number,
    id: textOf(own?.id) ?? `har_${number}`,
    arrived,
    // A HAR has too little about connections to judge them.
    connection: { id: 0, use: 0, address: '127.0.0.1', opened: arrived, inUse: 0 },
    request: recordOf(request, names, target),
    caller: callerOf(names.authorization, status),
    world: textOf(own?.world) ?? 'har',
    ...{ session: 1, revision: 0 },
    count: { at: arrived, verdict: 'served', window: 'minute', limit: 0, remaining: 1, reset: 0, retryAfter: 0 },
    ...(testCase !== undefined && { testCase: { name: testCase } }),
    ...checkAgain(request, names, target, find),
    answeredBy: 'handler',
    ...{ appliedSteps: [], causes: [], assumed: [] },
    carriedOut: status >= 200 && status < 300,
    ...(status > 0 && { reply: replyOf(status, response), replied: later(arrived, wait) }),
    closed: later(arrived, Math.max(wait, durationOf(time))),
    delivered: status > 0 ? 'whole' : 'none',
    deliveredBytes: 0,
  }
}

type Names = Readonly<Record<string, string>>

const recordOf = ({ method, headers, postData }: Entry['request'], names: Names, target: Target): Exchange['request'] => ({
  ...{ method, target: target.path, prefix: '' },
  ...(names['user-agent'] !== undefined && { userAgent: names['user-agent'] }),
  headers: headersOf(headers).flatMap(({ name, value }) => [name, value]),
  ...target,
  ...bodyOf(textOf(postData?.text)),
})

const bodyOf = (text: string | undefined) => text !== undefined && { body: { text, bytes: Buffer.byteLength(text) } }

/** The file may have real keys, so they are compared and never shown. */
const callerOf = (authorization: string | undefined, status: number): Exchange['caller'] =>
  /^Bearer +\S/i.test(authorization ?? '') && status !== 401
    ? { key: 'the key of the file', plan: 'har' }
    : { refusal: { given: authorization !== undefined, message: 'refused', digest: authorization ?? '' } }

const replyOf = (status: number, { headers, content }: Entry['response']): SentReply => ({
  status,
  headers: Object.fromEntries(headersOf(headers).map(({ name, value }) => [name, value])),
  body: { text: decode(textOf(content?.text) ?? '', content?.encoding), bytes: Number.isFinite(content?.size) ? content.size : 0 },
})

/** Browsers write a body in base64 when they do not take it for text. */
const decode = (text: string, encoding: unknown) => (encoding === 'base64' ? Buffer.from(text, encoding).toString() : text)

/** Finds the operation of a recorded call, and checks the request against the contract. */
function checkAgain(
  { method, postData, bodySize }: Entry['request'],
  headers: Names,
  { path, query }: Target,
  find: Find<Operation>,
): Pick<Exchange, 'operation' | 'violations' | 'warnings'> {
  const match = find(method, normalizePath(path))
  if (match === undefined || !('operation' in match)) return { violations: [], warnings: [] }
  const text = textOf(postData?.text)
  const body = text === undefined ? undefined : Buffer.from(text)
  const { violations, unknown } = readRequest(match.operation, { query, headers, path: match.parameters, body })
  return {
    operation: match.operation.id,
    // A recorder may leave bodies out, so only a body of 0 bytes is surely missing.
    violations: violations.filter(({ in: where }) => where !== 'body' || text !== undefined || bodySize === 0),
    warnings: unknown.map(({ in: where, words, place }) => ({
      ...{ code: where === 'body' ? 'unknown_field' : 'unknown_parameter', in: where, place },
      message: `the ${words} is not in the contract`,
    })),
  }
}

const momentOf = (real: number, start: number): Moment => ({ real, monotonic: real - start, world: real })

const later = ({ real, monotonic, world }: Moment, ms: number): Moment => ({
  real: real + ms,
  monotonic: monotonic + ms,
  world: world + ms,
})
