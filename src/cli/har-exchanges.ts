// Turns the entries of a HAR file into exchanges, so that the report can judge a recorded run. A HAR has no world, no scenario and no
// limits, so rules that need them are not exercised. The base path of the contract tells which entries are calls of the service.

import { readFile } from 'node:fs/promises'
import type { Entry, Har, Header } from 'har-format'
import type { Exchange, Moment } from '../../spec/control.ts'
import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operations.ts'
import { readRequest } from '../contract/read-request.ts'
import { messageOf, StartError } from '../errors/problem.ts'
import { createRoutes, type Find, normalizePath } from '../http/routes.ts'
import { isObject } from '../json/json.ts'

/** Rejects with a StartError for a file that is no HAR. */
export async function readHar(file: string): Promise<readonly Entry[]> {
  const refuse = (reason: string): never => {
    throw new StartError(`--har ${file}: ${reason}`)
  }
  const text = await readFile(file, 'utf8').catch((error) => refuse(`cannot be read: ${messageOf(error)}`))
  let har: unknown
  try {
    har = JSON.parse(text)
  } catch (error) {
    refuse(`is not JSON: ${messageOf(error)}`)
  }
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

const isEntry = (entry: Partial<Entry> | undefined): entry is Entry =>
  typeof entry?.request?.url === 'string' &&
  Array.isArray(entry.request.headers) &&
  Number.isFinite(Date.parse(entry.startedDateTime ?? ''))

interface Target {
  readonly path: string
  readonly query: string
  readonly origin: string
}

function toExchange(
  { request, response, startedDateTime, time, timings, ...entry }: Entry,
  target: Target,
  number: number,
  start: number,
  find: Find<Operation>,
): Exchange {
  const { method, headers } = request
  const match = find(method, normalizePath(target.path))
  const found = match !== undefined && 'operation' in match ? match : undefined
  const body = request.postData?.text
  const names = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]))
  const read =
    found !== undefined
      ? readRequest(found.operation, {
          query: target.query,
          headers: names,
          path: found.parameters,
          body: body === undefined ? undefined : Buffer.from(body),
        })
      : undefined
  const status = response?.status ?? 0
  const arrived = momentOf(Date.parse(startedDateTime), start)
  const wait = Math.max(0, (timings?.wait ?? time) + Math.max(0, timings?.send ?? 0))
  const hasKey = /^Bearer +\S/i.test(names.authorization ?? '') && status !== 401
  const own = entry as { readonly _sandbox?: { readonly id?: string; readonly world?: string; readonly case?: string } }
  return {
    number,
    id: own._sandbox?.id ?? `har_${number}`,
    arrived,
    // What a HAR says of connections is not enough to judge them.
    connection: { id: 0, use: 0, address: '127.0.0.1', opened: arrived, inUse: 0 },
    request: {
      ...{
        method,
        target: target.path,
        prefix: '',
        ...(names['user-agent'] !== undefined && { userAgent: names['user-agent'] }),
        headers: headers.flatMap(({ name, value }) => [name, value]),
      },
      ...target,
      ...(body !== undefined && { body: { text: body, bytes: Buffer.byteLength(body) } }),
    },
    // The file may have real keys, so they are compared and never shown.
    caller: hasKey
      ? { key: 'the key of the file', plan: 'har' }
      : { refusal: { given: names.authorization !== undefined, message: 'refused', digest: names.authorization ?? '' } },
    world: own._sandbox?.world ?? 'har',
    session: 1,
    revision: 0,
    count: { at: arrived, verdict: 'served', window: 'minute', limit: 0, remaining: 1, reset: 0, retryAfter: 0 },
    ...(found !== undefined && { operation: found.operation.id }),
    ...(own._sandbox?.case !== undefined && { testCase: { name: own._sandbox.case } }),
    violations: [...(read?.violations ?? [])],
    warnings: (read?.unknown ?? []).map(({ in: where, name, place }) => ({
      ...{ code: where === 'body' ? 'unknown_field' : 'unknown_parameter', in: where, place, message: `${name} is not in the contract` },
    })) as Exchange['warnings'],
    answeredBy: 'handler',
    appliedSteps: [],
    causes: [],
    assumed: [],
    carriedOut: status >= 200 && status < 300,
    ...(status > 0 && {
      reply: {
        status,
        headers: headersOf(response.headers),
        body: { text: response.content?.text ?? '', bytes: response.content?.size ?? 0 },
      },
    }),
    ...(status > 0 && { replied: later(arrived, wait) }),
    closed: later(arrived, Math.max(wait, time)),
    delivered: status > 0 ? 'whole' : 'none',
    deliveredBytes: 0,
  }
}

const headersOf = (headers: readonly Header[]) => Object.fromEntries(headers.map(({ name, value }) => [name, value]))

const momentOf = (real: number, start: number): Moment => ({ real, monotonic: real - start, world: real })

const later = ({ real, monotonic, world }: Moment, ms: number): Moment => ({
  real: real + ms,
  monotonic: monotonic + ms,
  world: world + ms,
})
