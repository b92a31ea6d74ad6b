// A sandbox per test, and a client that holds every reply against the invariants while it is at it.

import { readFileSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { parseJson } from '../../src/json.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed with int64 exact. */
  readonly body: unknown
  /** The names in Sandbox-Assumed. */
  readonly assumed: readonly string[]
}

export interface CallOptions {
  readonly method?: string
  readonly key?: string | null
  readonly headers?: Record<string, string>
  /** A value to send as JSON; a string or bytes go as they are. */
  readonly body?: unknown
}

export type Client = (path: string, options?: CallOptions) => Promise<Answer>

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

const document = parse(readFileSync(new URL('../../spec/openapi.yaml', import.meta.url), 'utf8')) as Document

/** Starts a sandbox that ends with the test. */
export async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** A sandbox and a client with a key of plan and world, for paths below the base path. */
export async function startWithClient(
  options: SandboxOptions = {},
  plan = 'enterprise',
  world = 'w1',
): Promise<{ sandbox: Sandbox; call: Client }> {
  const sandbox = await start(options)
  return { sandbox, call: createClient(sandbox, sandbox.key(plan, world)) }
}

export function createClient(sandbox: Sandbox, defaultKey: string, base = sandbox.url): Client {
  return async (path, { method = 'GET', key = defaultKey, headers = {}, body } = {}) => {
    const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string) }),
    })
    const text = await response.text()
    const isJsonReply = response.headers.get('content-type')?.startsWith('application/json')
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJsonReply && text !== '' ? parseJson(text) : undefined,
      assumed: response.headers.get('sandbox-assumed')?.split(', ') ?? [],
    }
    await checkInvariants(sandbox, answer, path, method)
    return answer
  }
}

/** What holds for every reply, whatever it says. */
async function checkInvariants(sandbox: Sandbox, { status, headers, body }: Answer, path: string, method: string): Promise<void> {
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) expect(headers.get(name), name).toMatch(/^\d+$/)
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('date')).toMatch(/GMT$/)
  expect(headers.get('sandbox-cause')).toBeTruthy()
  const id = headers.get('sandbox-request-id')
  expect(id).toMatch(/^req_/)
  const worlds = await Promise.all(['default', 'w1', 'w2', 'w3'].map((name) => sandbox.world(name).exchanges()))
  expect(
    worlds.flat().some((exchange) => exchange.id === id),
    'the journal has the exchange',
  ).toBe(true)
  if (status >= 400 && method !== 'HEAD') {
    expect(Object.keys(body as object).sort()).toEqual(['code', 'message', 'status'])
    expect((body as { status: number }).status).toBe(status)
  }
  if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="/)
  if (status === 429) checkRefusal(headers)
  const documented = findDocumented(path, method)
  if (documented) expect(documented, `${method} ${path} documents its status`).toContain(String(status))
}

function checkRefusal(headers: Headers): void {
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-ratelimit-remaining')).toBe('0')
  const now = Math.floor(Date.parse(headers.get('date') ?? '') / 1000)
  expect(Number(headers.get('retry-after'))).toBe(Number(headers.get('x-ratelimit-reset')) - now)
}

function findDocumented(path: string, method: string): string[] | undefined {
  const plain = path.split('?')[0] ?? ''
  const item = Object.entries(document.paths).find(([template]) => new RegExp(`^${template.replace(/\{\w+\}/, '[^/]+')}$`).test(plain))?.[1]
  const operation = item?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
  return operation && Object.keys(operation.responses)
}
