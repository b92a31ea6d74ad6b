// The door of the page to the control API: calls, values that stay fresh, and actions whose errors the reader sees. Integers are exact. A
// call that fails throws an ApiProblem.

import { useEffect, useState } from 'preact/hooks'
import type { Collections } from '../client/world-handle.ts'
import { parseJson, readJson, renderJson } from '../contract/json/json.ts'
import type { ActiveScenario, ClockState, LimitState } from '../ground/generated/control.ts'
import { about, changes, isLocked, token, trouble } from './state.ts'

export class ApiProblem extends Error {}

/** Every error but an ApiProblem is a bug. */
function sentenceIn(error: unknown): string {
  if (error instanceof ApiProblem) return error.message
  throw error
}

/** Resolves with the response, before its body is read. */
export async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`/_sandbox${path}`, {
    method,
    cache: 'no-store',
    headers: {
      ...(token.value !== '' && { authorization: `Bearer ${token.value}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: renderJson(body) }),
  }).catch(() => {
    throw new ApiProblem('The sandbox does not answer: is it still running?')
  })
  if (response.status === 401) isLocked.value = true
  if (!response.ok) throw new ApiProblem(await readDetail(response))
  return response
}

export async function call<Result>(method: string, path: string, body?: unknown): Promise<Result> {
  const text = await (await request(method, path, body)).text()
  return (text === '' ? undefined : parseJson(text)) as Result
}

/** A proxy in between may answer without a problem of the sandbox. */
async function readDetail(response: Response): Promise<string> {
  const text = await response.text()
  const problem = readJson(text) as { detail?: string } | undefined
  return problem?.detail ?? (text || `the sandbox answered ${response.status}`)
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const PAUSE_MS = 300

/** Returns a function that reads: at once, and then at most about three times a second. */
export function seldom(read: () => Promise<void>): () => void {
  let isWanted = false
  let isBusy = false
  const run = async () => {
    for (isBusy = true; isWanted; await pause(PAUSE_MS)) {
      isWanted = false
      // The sandbox or a world may be gone by now. The next event, or the next connection, brings the news.
      await read().catch(sentenceIn)
    }
    isBusy = false
  }
  return () => {
    isWanted = true
    if (!isBusy) void run()
  }
}

/** Shows the error, if the work fails. Everything is read again afterwards in any case. */
export function attempt(work: () => Promise<unknown>): void {
  const ended = work().then(() => '', sentenceIn)
  void ended.then((problem) => {
    trouble.value = problem
    changes.value += 1
  })
}

/** Reads a value, and reads it again after changes. `problem` says why it cannot be read. */
export function useResource<Value>(name: string, readValue: () => Promise<Value>) {
  const [last, setLast] = useState<{ name: string; value?: Value; problem?: string }>({ name })
  useEffect(() => {
    let isOver = false
    const keep = (read: { value?: Value; problem?: string }) => {
      // A late reply may come when the reader looks at something else.
      if (!isOver) setLast({ name, ...read })
    }
    const read = async () => keep({ value: await readValue() })
    // The first call comes at once.
    const stop = changes.subscribe(seldom(() => read().catch((error) => keep({ problem: sentenceIn(error) }))))
    return () => {
      isOver = true
      stop()
    }
  }, [name])
  return last.name === name ? last : { name }
}

export const worldPath = (world: string, rest = '') => `/worlds/${encodeURIComponent(world)}${rest}`

export type World = Awaited<ReturnType<typeof readWorld>>

/** `readAt` is when the clock was read, in milliseconds of the page. */
export async function readWorld(name: string) {
  const plans = about.value?.plans ?? []
  const [clock, scenarios, data, limits] = await Promise.all([
    call<ClockState>('GET', worldPath(name, '/clock')),
    call<ActiveScenario[]>('GET', worldPath(name, '/scenarios')),
    call<Collections>('GET', worldPath(name, '/data')),
    Promise.all(plans.map(async (plan) => [plan, await call<LimitState>('GET', worldPath(name, `/limits/${plan}`))] as const)),
  ])
  return { name, scenarios, clock, readAt: performance.now(), limits, data }
}
