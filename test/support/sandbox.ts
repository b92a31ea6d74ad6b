// A sandbox for each test, and a client that checks the invariants of every reply.

import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { loadContract } from '../../src/contract/contract.ts'
import { parseJson } from '../../src/contract/json/json.ts'
import { type PlanName, type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox.ts'
import { createFind } from './find-operation.ts'

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
  /** The world that the request comes to, where key and base URL do not say. */
  readonly world?: string
  /** A value is sent as JSON. A string or bytes are sent unchanged. */
  readonly body?: unknown
  /** True when the reply must have a Sandbox-Warning. Otherwise it must have none. */
  readonly warned?: boolean
}

export type Client = (path: string, options?: CallOptions) => Promise<Answer>

const contract = await loadContract(fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url)))

const find = createFind(contract.operations)

const ASSUMPTIONS = contract.assumptions.map(({ id }) => id)

/** Starts a sandbox that ends with the test. */
export async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** A sandbox and a client with a key of plan and world, for paths below the base path. */
export async function startWithClient(
  options: SandboxOptions = {},
  plan: PlanName = 'enterprise',
  world = 'w1',
): Promise<{ sandbox: Sandbox; call: Client }> {
  const sandbox = await start(options)
  return { sandbox, call: createClient(sandbox, sandbox.key(plan, world)) }
}

export function createClient(sandbox: Pick<Sandbox, 'url' | 'world'>, defaultKey: string, base = sandbox.url): Client {
  return async (path, { method = 'GET', key = defaultKey, headers = {}, body, world, warned = false } = {}) => {
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
    const { status, headers: replied } = response
    const answer = {
      status,
      headers: replied,
      text,
      body: bodyOf({ headers: replied, text }),
      assumed: response.headers.get('sandbox-assumed')?.split(', ') ?? [],
    }
    expect(answer.headers.has('sandbox-warning'), `a warning: ${answer.headers.get('sandbox-warning')}`).toBe(warned)
    checkReply(answer, new URL(base + path).pathname.replace(/^\/~[^/]*/, ''), method)
    const id = answer.headers.get('sandbox-request-id') ?? ''
    const exchange = await sandbox.world(world ?? worldOf(base + path, key ?? '')).requests.find(id)
    expect(exchange?.reply?.status, 'the journal of the world has the exchange').toBe(answer.status)
    return answer
  }
}

const bodyOf = ({ headers, text }: Pick<Answer, 'headers' | 'text'>): unknown =>
  headers.get('content-type')?.startsWith('application/json') && text !== '' ? parseJson(text) : undefined

/** The world that the base URL names, else the key. */
const worldOf = (url: string, key: string) =>
  /\/~(?:[^/]*,)?world=([^,/]+)/.exec(url)?.[1] ?? /^sandbox_[a-z]+_([\w.-]{1,64})$/.exec(key)?.[1] ?? 'default'

/** Checks what every reply under the base path must have. */
export function checkReply(reply: Pick<Answer, 'status' | 'headers' | 'text'>, path: string, method: string): void {
  const { status, headers, text } = reply
  const body = bodyOf(reply)
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) expect(headers.get(name), name).toMatch(/^\d+$/)
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('date')).toMatch(/GMT$/)
  expect(headers.get('sandbox-cause')).toBeTruthy()
  expect(headers.get('sandbox-request-id')).toMatch(/^req_/)
  // A reply without an assumption must not have the header.
  expect(ASSUMPTIONS).toEqual(expect.arrayContaining(headers.get('sandbox-assumed')?.split(', ') ?? []))
  if (status >= 400 && method !== 'HEAD') {
    expect(Object.keys(body as object).sort()).toEqual(['code', 'message', 'status'])
    expect((body as { status: number }).status).toBe(status)
  }
  if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="/)
  if (status === 429) checkRefusal(headers)
  if (!headers.get('sandbox-cause')?.startsWith('scenario')) checkContract({ status, headers, body, text }, path, method)
}

/** Status, media type and body are documented ones. */
function checkContract({ status, headers, body, text }: Omit<Answer, 'assumed'>, path: string, method: string): void {
  const found = find(method, path)
  if (found === undefined || 'allow' in found) return
  const response = found.operation.respondsWith(status)
  expect(response, `${method} ${path} documents ${status}`).toBeDefined()
  if (text === '') return
  const type = headers.get('content-type') ?? ''
  expect([...(response?.content.keys() ?? [])]).toContain(type)
  expect(response?.content.get(type)?.(body, 'body') ?? []).toEqual([])
}

function checkRefusal(headers: Headers): void {
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-ratelimit-remaining')).toBe('0')
  const now = Math.floor(Date.parse(headers.get('date') ?? '') / 1000)
  expect(Number(headers.get('retry-after'))).toBe(Number(headers.get('x-ratelimit-reset')) - now)
}
