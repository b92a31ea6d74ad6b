// Calls the control API for the page. Integers are exact. Every failure is an ApiProblem with a sentence.

import { parseJson, renderJson } from '../json/json.ts'
import { isLocked, token } from './state.ts'

export class ApiProblem extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const BASE = '/_sandbox'

/** Calls the control API, and resolves with the response, without reading its body. */
export async function request(method: string, path: string, { body, headers = {} }: RequestMore = {}): Promise<Response> {
  const response = await fetch(BASE + path, {
    method,
    cache: 'no-store',
    headers: {
      ...(token.value !== '' && { authorization: `Bearer ${token.value}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: renderJson(body) }),
  }).catch(() => {
    throw new ApiProblem(0, 'The sandbox does not answer: is it still running?')
  })
  if (response.status === 401) isLocked.value = true
  if (!response.ok) throw new ApiProblem(response.status, await readDetail(response))
  return response
}

interface RequestMore {
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Calls the control API, and resolves with the value of the body; undefined without a body. */
export async function call<Result>(method: string, path: string, body?: unknown): Promise<Result> {
  const response = await request(method, path, { body })
  const text = await response.text()
  return (text === '' ? undefined : parseJson(text)) as Result
}

async function readDetail(response: Response): Promise<string> {
  const text = await response.text()
  try {
    return String((JSON.parse(text) as { detail?: string }).detail ?? text)
  } catch {
    return text || `the sandbox answered ${response.status}`
  }
}

export const worldPath = (world: string, rest = '') => `/worlds/${encodeURIComponent(world)}${rest}`
