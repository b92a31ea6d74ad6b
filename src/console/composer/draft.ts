// The request that the composer will send. It can be filled from an exchange or from an operation. Parameters are not kept here: the
// fields read them from the address, so that the two cannot differ.

import { effect, signal } from '@preact/signals'
import { renderJson } from '../../json/json.ts'
import { exampleOf, type Operation } from '../contract.ts'
import { type Entry, headersOf } from '../entry.ts'
import { navigate } from '../navigate.ts'
import { asHeader, type Values } from '../snippets.ts'
import { contract } from '../state.ts'

export const EMPTY = {
  method: 'GET',
  /** Path and query, for example `/v1/pets?limit=2`. */
  target: '',
  /** Empty when the request has no key. */
  key: 'sandbox_free',
  headers: [] as readonly (readonly [name: string, value: string])[],
  body: '',
  /** A scenario for this request, with the values that differ from the defaults. */
  scenario: '',
  parameters: {} as Values,
  /** A sentence about the parts of an earlier request that the sandbox has not kept; empty when it has kept all. */
  lost: '',
}

export type Draft = Readonly<typeof EMPTY>

/** The draft stays when the page is loaded again. */
export const draft = signal<Draft>({ ...EMPTY, ...JSON.parse(sessionStorage.getItem('draft') ?? '{}') })
effect(() => {
  try {
    sessionStorage.setItem('draft', JSON.stringify(draft.value))
  } catch {
    // The draft is larger than the browser keeps.
  }
})

export const change = (part: Partial<Draft>): void => {
  draft.value = { ...draft.value, ...part }
}

/** Headers that a browser writes itself. */
const BY_ITSELF = /^(connection|content-length|accept-encoding|user-agent|keep-alive|origin|referer|sec-.*)$/i

/** Opens the composer with a request that was sent before. */
export function playAgain(entry: Entry): void {
  const { method, target, body } = entry.request
  const headers = headersOf(entry).filter(([name, value]) => !BY_ITSELF.test(name) && !(/^host$/i.test(name) && value === location.host))
  const authorization = headers.find(([name]) => /^authorization$/i.test(name))?.[1]
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  draft.value = {
    ...EMPTY,
    method,
    target,
    key: key ?? '',
    // An Authorization header with another scheme than Bearer stays a header.
    headers: headers.filter(([name]) => !(key !== undefined && /^authorization$/i.test(name))),
    body: body?.text ?? '',
    lost: describeLost(entry),
  }
  navigate({ view: 'compose' })
}

function describeLost({ request: { body } }: Entry): string {
  if (body?.sha256 !== undefined) return `Only the beginning of the body was kept: ${body.bytes} bytes were sent.`
  return body?.base64 === undefined ? '' : 'The body was not text, so it cannot be shown here.'
}

/** Fills the composer with an operation of the contract, and with the example of its body. */
export function startWith(operation: Operation): void {
  const { key, headers } = draft.value
  const { method, path: target, node } = operation
  const value = exampleOf(contract.value?.document ?? {}, node.requestBody)
  const body = value === undefined ? '' : renderJson(value, 2)
  const kept = headers.filter(([name]) => !/^content-type$/i.test(name))
  draft.value = { ...EMPTY, method, target, key, body, headers: body === '' ? kept : [...kept, ['Content-Type', 'application/json']] }
}

/** All headers of the request: the written headers, and the headers of the key and the scenario. */
export function headersOfDraft({ headers, key, scenario, parameters }: Draft): [name: string, value: string][] {
  const all: [string, string][] = headers.filter(([name]) => name !== '').map(([name, value]) => [name, value])
  if (key !== '') all.unshift(['Authorization', `Bearer ${key}`])
  if (scenario !== '') all.push(['Sandbox-Scenario', asHeader(scenario, parameters)])
  return all
}

/** The world that a key names. */
export const worldOfKey = (key: string) => /^sandbox_[a-z]+_(.+)$/.exec(key)?.[1] ?? 'default'

export const withWorld = (key: string, world: string) => {
  const plan = /^sandbox_[a-z]+/.exec(key)?.[0] ?? 'sandbox_free'
  return world === '' || world === 'default' ? plan : `${plan}_${world}`
}
