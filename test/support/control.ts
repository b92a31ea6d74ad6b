// A client of the control API that checks each reply by the document of the control API.

import { expect } from 'vitest'
import { parseJson, renderJson } from '../../src/contract/json/json.ts'
import { recipes } from '../../src/operations/fixtures.ts'
import { loadControlApi, loadOwnContract } from '../../src/package-files.ts'
import type { Sandbox } from '../../src/sandbox.ts'
import { createFind } from './find-operation.ts'

export const api = await loadControlApi(await loadOwnContract(), Object.keys(recipes))
const find = createFind(api.operations)

interface ControlAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed with int64 exact. */
  readonly body: unknown
  /** The body of a problem. */
  readonly detail: string
}

interface ControlOptions {
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export type Control = (call: string, options?: ControlOptions) => Promise<ControlAnswer>

/** Makes a client for calls such as `PUT /worlds/w1/clock`. A text is sent unchanged, and other bodies as JSON. */
export function createControlClient({ origin }: Pick<Sandbox, 'origin'>): Control {
  return async (call, { body, headers = {} } = {}) => {
    const [method = '', path = ''] = call.split(/ (.*)/s)
    const response = await fetch(`${origin}/_sandbox${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : renderJson(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const answer = { status: response.status, headers: response.headers, text, body: isJson ? parseJson(text) : undefined }
    checkAnswer(method, path, answer)
    return { ...answer, detail: (answer.body as { detail?: string } | undefined)?.detail ?? '' }
  }
}

/** Checks that status, media type and body are documented. Refusals of the router must be problems too. */
function checkAnswer(method: string, path: string, { status, headers, text, body }: Omit<ControlAnswer, 'detail'>): void {
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  if (status >= 400) {
    expect(type).toBe('application/problem+json')
    expect(body).toEqual({ type: 'about:blank', title: expect.any(String), status, detail: expect.any(String), code: expect.any(String) })
  }
  const found = find(method, `/_sandbox${path.split('?')[0]}`)
  if (found === undefined || 'allow' in found) return
  const { responses } = found.operation
  const response = responses.get(String(status)) ?? (status === 414 ? responses.get('default') : undefined)
  expect(response, `${method} ${path} documents ${status}: ${text}`).toBeDefined()
  const types = [...(response?.content.keys() ?? [])]
  if (type === '') expect(types, `${method} ${path}: ${text}`).toEqual([])
  else expect(types, `${method} ${path}: ${text}`).toContain(type)
  if (type.endsWith('json')) expect(response?.content.get(type)?.(body, 'body') ?? []).toEqual([])
}
