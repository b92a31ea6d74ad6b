// The request that the composer will send, as texts that the reader can change. It is filled from an exchange or from an operation.
// A browser cannot send every request; curl can.

import { effect, signal } from '@preact/signals'
import { type Contract, exampleRequest, type Operation } from '../contract.ts'
import { type Entry, headersOf } from '../entry.ts'
import { navigate } from '../navigate.ts'
import { catalogue } from '../state.ts'

const EMPTY = {
  method: 'GET',
  /** Path and query, for example `/v1/pets?limit=2`. */
  target: '',
  /** Empty when the request has no key. */
  key: 'sandbox_free',
  /** One in each line, for example `Accept: application/json`. */
  headers: '',
  body: '',
  /** The scenario for this request, and the parameters that the reader gave, as texts. */
  scenario: '',
  parameters: {} as Readonly<Record<string, string>>,
  /** A sentence about the parts of an earlier request that the sandbox has not kept; empty when it has kept all. */
  lost: '',
}

export type Draft = Readonly<typeof EMPTY>

/** The draft stays when the page is loaded again. */
export const draft = signal<Draft>({ ...EMPTY, ...JSON.parse(sessionStorage.getItem('composer') ?? '{}') })
effect(() => {
  try {
    sessionStorage.setItem('composer', JSON.stringify(draft.value))
  } catch {
    // The draft is larger than the browser keeps.
  }
})

export const change = (part: Partial<Draft>): void => {
  draft.value = { ...draft.value, ...part }
}

type Pairs = readonly (readonly [name: string, value: string])[]

const renderLines = (headers: Pairs) => headers.map((header) => header.join(': ')).join('\n')

/** Headers that a browser writes itself. */
const BY_ITSELF = /^(connection|content-length|accept-encoding|user-agent|keep-alive|origin|referer|sec-.*)$/i

/** Opens the composer with a request that was sent before. */
export function playAgain(entry: Entry): void {
  const { method, target, body } = entry.request
  const headers = headersOf(entry).filter(([name, value]) => !BY_ITSELF.test(name) && !(/^host$/i.test(name) && value === location.host))
  // An Authorization header with another scheme than Bearer stays a header.
  const isKey = ([name, value]: Pairs[number]) => /^authorization$/i.test(name) && /^Bearer +\S+$/i.test(value)
  draft.value = {
    ...EMPTY,
    method,
    target,
    key: headers.find(isKey)?.[1].replace(/^Bearer +/i, '') ?? '',
    headers: renderLines(headers.filter((header) => !isKey(header))),
    body: body?.text ?? '',
    lost: describeLost(entry),
  }
  navigate({ view: 'compose' })
}

function describeLost({ request: { body } }: Entry): string {
  if (body?.sha256 !== undefined) return `Only the beginning of the body was kept: ${body.bytes} bytes were sent.`
  return body?.base64 === undefined ? '' : 'The body was not text, so it cannot be shown here.'
}

/** Fills the composer with an operation, and with the examples of the contract. */
export function startWith(contract: Contract, operation: Operation): void {
  const { method, target, headers, body } = exampleRequest(contract, operation, '')
  draft.value = { ...EMPTY, key: draft.value.key, method, target, headers: renderLines(headers), body: body?.text ?? '' }
}

/** As a parameter of a structured field (RFC 9651). The sandbox reads a text as the type that the parameter has. */
function renderParameter(scenario: string, [name, text]: readonly [string, string]): string {
  const usual = catalogue.value.find((one) => one.name === scenario)?.parameters[name]?.default
  return `;${name}=${typeof usual === 'string' || !/^-?\d+(\.\d+)?$/.test(text) ? JSON.stringify(text) : text}`
}

/** The world that a key names. */
export const worldOf = (key: string) => /^sandbox_[^_]+_(.*)/.exec(key)?.[1] ?? ''

/** The key of the same plan in another world; in the default world when the name is empty. */
export const withWorld = (key: string, world: string) => `${/^sandbox_[^_]+/.exec(key)?.[0] ?? EMPTY.key}${world === '' ? '' : `_${world}`}`

/** All headers of the request: the written headers, and the headers of the key and the scenario. */
export function headersOfDraft({ headers, key, scenario, parameters }: Draft): [name: string, value: string][] {
  const lines = headers.split('\n').filter((line) => line.trim() !== '')
  const written = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(':')
    return [name.trim(), value.join(':').trim()]
  })
  if (key !== '') written.unshift(['Authorization', `Bearer ${key}`])
  const given = Object.entries(parameters).filter(([, text]) => text !== '')
  if (scenario !== '') written.push(['Sandbox-Scenario', scenario + given.map((one) => renderParameter(scenario, one)).join('')])
  return written
}

const REDACTED = '[redacted]'

/**
 * The parts of the request that this browser cannot send, or would change, each as a sentence: the browser makes the request, and the
 * result is compared. `origin` is the origin of the page.
 */
export function findRefusals(draft: Draft, origin: string): string[] {
  const { method, target, body, key, headers, lost } = draft
  const redacted = Object.entries({ 'the key': key, 'the address': target, 'the headers': headers })
    .filter(([, text]) => text.includes(REDACTED) || text.includes(encodeURIComponent(REDACTED)))
    .map(([place]) => `The sandbox does not keep credentials: replace ${REDACTED} in ${place}, or remove it.`)
  const refusals = [...redacted, ...(lost === '' ? [] : [lost])]
  if (!target.startsWith('/')) return [...refusals, 'The address must begin with a slash.']
  try {
    const sent = headersOfDraft(draft)
    const request = new Request(origin + target, { headers: sent })
    const { pathname, search } = new URL(request.url)
    if (pathname + search !== target) refusals.push(`A browser would send another address: ${pathname}${search}`)
    for (const [name] of sent) {
      // Chromium accepts a User-Agent here, and sends its own.
      if (!request.headers.has(name) || /^user-agent$/i.test(name)) refusals.push(`A browser does not let a page set ${name}.`)
    }
    // The method and the body come last, so that the headers are named too.
    void new Request(request, { method, ...(body !== '' && { body }) })
  } catch (error) {
    refusals.push(`The browser does not send this: ${error instanceof Error ? error.message : error}`)
  }
  return refusals
}
