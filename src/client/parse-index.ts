// Parses the reply to `GET /_sandbox`. Any server may have answered, so all fields that are used later are checked here.

import type { Versions } from '../handle/handles.ts'
import { isObject, parseJson } from '../json/json.ts'
import { BASE, type ListedCall } from './asking.ts'

export interface Index extends Versions {
  readonly url: string
  readonly plans: readonly string[]
  readonly collections: readonly string[]
  readonly calls: readonly ListedCall[]
}

/** Returns undefined for a text that is not such a reply. */
export function parseIndex(text: string): Index | undefined {
  try {
    const index = parseJson(text)
    return isIndex(index) ? index : undefined
  } catch {
    return undefined
  }
}

const isIndex = (value: unknown): value is Index =>
  isObject(value) &&
  isText(value.sandbox) &&
  isObject(value.contract) &&
  isText(value.url) &&
  URL.canParse(value.url) &&
  isListOf(value.plans, isText) &&
  isListOf(value.collections, isText) &&
  isListOf(value.calls, isCall)

/** Method and path are checked, because they are put into later requests. */
const isCall = (value: unknown) =>
  isObject(value) &&
  isText(value.operationId) &&
  isText(value.method) &&
  /^[A-Z]+$/.test(value.method) &&
  isText(value.href) &&
  /^[!-~]+$/.test(value.href) &&
  value.href.includes(`${BASE}/`)

const isText = (value: unknown): value is string => typeof value === 'string'

const isListOf = (value: unknown, isOne: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(isOne)
