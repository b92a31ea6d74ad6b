// What the composer will send, and how an exchange becomes it. The parts of the address that the contract knows are read
// off the address itself, so that there is one truth.

import { signal } from '@preact/signals'
import { type Entry, headersOf } from '../entry.ts'
import type { Operation, Value } from '../shapes.ts'

export interface Draft {
  readonly method: string
  /** Path and query, as `/v1/pets?limit=2`. */
  readonly target: string
  /** Empty for none. */
  readonly key: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** A scenario for this request, with the values that differ from the defaults. */
  readonly scenario: string
  readonly parameters: Readonly<Record<string, Value>>
}

export const EMPTY: Draft = { method: 'GET', target: '', key: 'sandbox_free', headers: [], body: '', scenario: '', parameters: {} }

export const draft = signal<Draft>(EMPTY)

export const change = (part: Partial<Draft>): void => {
  draft.value = { ...draft.value, ...part }
}

/** What a browser sends by itself, or as it must. Of a foreign value a sentence tells. */
const BY_ITSELF = /^(connection|content-length|accept-encoding|user-agent|keep-alive|origin|referer|sec-.*)$/i

/** Takes over a request as it was sent. */
export function playAgain(entry: Entry): void {
  const { method, target, body, origin } = entry.request
  const headers = headersOf(entry).filter(
    ([name, value]) =>
      !BY_ITSELF.test(name) &&
      !(/^host$/i.test(name) && value === location.host) &&
      !(/^host$/i.test(name) && origin.endsWith(`//${value}`)),
  )
  const authorization = headers.find(([name]) => /^authorization$/i.test(name))?.[1]
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  draft.value = {
    ...EMPTY,
    method,
    target,
    key: key ?? '',
    // Another scheme than Bearer stays as it is.
    headers: headers.filter(([name]) => !(key !== undefined && /^authorization$/i.test(name))),
    body: body?.text ?? '',
  }
}

/** Begins with an operation of the contract. */
export function startWith(operation: Operation, example: string): void {
  const { key, headers } = draft.value
  draft.value = {
    ...EMPTY,
    method: operation.method,
    target: operation.path,
    key,
    headers: [
      ...headers.filter(([name]) => !/^content-type$/i.test(name)),
      ...(example === '' ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body: example,
  }
}

/** The world of a key of the sandbox. */
export const worldOfKey = (key: string) => /^sandbox_[a-z]+_(.+)$/.exec(key)?.[1] ?? 'default'

export const withWorld = (key: string, world: string) => {
  const plan = /^sandbox_[a-z]+/.exec(key)?.[0] ?? 'sandbox_free'
  return world === '' || world === 'default' ? plan : `${plan}_${world}`
}
