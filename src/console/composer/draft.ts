// The request that the composer will send, as texts that the reader can change. It is filled from an exchange or from an operation.

import { effect, signal } from '@preact/signals'
import { type Contract, exampleRequest, type Operation } from '../contract.ts'
import { type Entry, headersOf } from '../entry.ts'
import { navigate } from '../navigate.ts'

export const EMPTY = {
  method: 'GET',
  /** Path and query, for example `/v1/pets?limit=2`. */
  target: '',
  /** Empty when the request has no key. */
  key: 'sandbox_free',
  /** One in each line, for example `Accept: application/json`. */
  headers: '',
  body: '',
  /** The scenario for this request, as the header Sandbox-Scenario has it: `flaky;failures=2`. */
  scenario: '',
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

/** All headers of the request: the written headers, and the headers of the key and the scenario. */
export function headersOfDraft({ headers, key, scenario }: Draft): [name: string, value: string][] {
  const lines = headers.split('\n').filter((line) => line.trim() !== '')
  const written = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(':')
    return [name.trim(), value.join(':').trim()]
  })
  if (key !== '') written.unshift(['Authorization', `Bearer ${key}`])
  if (scenario !== '') written.push(['Sandbox-Scenario', scenario])
  return written
}
