// The door of the page to the control API: calls, values that stay fresh, and actions whose errors the reader sees. Integers are
// exact. Every failure of a call is an ApiProblem with a sentence.

import { useEffect, useState } from 'preact/hooks'
import type { ActiveScenario } from '../client/world-handle.ts'
import { parseJson, readJson, renderJson } from '../contract/json/json.ts'
import type { LimitState, WorldState } from '../ground/generated/control.ts'
import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import { active, changes, isLocked, token, trouble, worlds } from './state.ts'

export class ApiProblem extends Error {}

/** The sentence of an ApiProblem. Every other error is a bug. */
function sentenceIn(error: unknown): string {
  if (error instanceof ApiProblem) return error.message
  throw error
}

/** Calls the control API, and resolves with the response, without reading its body. */
export async function request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(`/_sandbox${path}`, {
    method,
    cache: 'no-store',
    headers: {
      ...(token.value !== '' && { authorization: `Bearer ${token.value}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: renderJson(body) }),
  }).catch(() => {
    throw new ApiProblem('The sandbox does not answer: is it still running?')
  })
  if (response.status === 401) isLocked.value = true
  if (!response.ok) throw new ApiProblem(await readDetail(response))
  return response
}

/** Calls the control API, and resolves with the value of the body; undefined without a body. */
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

/** Reads something at once, and then at most about three times a second, however often it is wanted again. */
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

/** Reads the worlds and their scenarios again. */
export const refreshWorlds = seldom(async () => {
  const known = await call<WorldState[]>('GET', '/worlds')
  worlds.value = known
  const busy = known.filter(({ scenarios }) => scenarios.length > 0)
  const lists = busy.map(async ({ name }) => [name, await call<ActiveScenario[]>('GET', worldPath(name, '/scenarios'))] as const)
  active.value = Object.fromEntries(await Promise.all(lists))
})

/** Does work that may fail, and shows the error. Panels read their values again afterwards, whether the work failed or not. */
export function attempt(work: () => Promise<unknown>): void {
  const ended = work().then(() => '', sentenceIn)
  void ended.then((problem) => {
    trouble.value = problem
    changes.value += 1
    refreshWorlds()
  })
}

/** Reads a value from the control API, and reads it again after changes. The problem is the reason why it cannot be read. */
export function useResource<Value>(path: string) {
  const [read, setRead] = useState<{ path: string; value?: Value; problem?: string }>({ path })
  useEffect(() => {
    const readValue = () => call<Value>('GET', path).then((value) => setRead({ path, value }))
    const load = seldom(() => readValue().catch((error) => setRead({ path, problem: sentenceIn(error) })))
    // The first call comes at once.
    return changes.subscribe(load)
  }, [path])
  return read.path === path ? read : { path }
}

export const worldPath = (world: string, rest = '') => `/worlds/${encodeURIComponent(world)}${rest}`

export const advanceClock = (world: string, seconds: number) => call('POST', worldPath(world, '/clock/advance'), { seconds })

export const limitsPath = (world: string, plan: string) => worldPath(world, `/limits/${encodeURIComponent(plan)}`)

/** Makes both windows of a plan full, and lifts its ban. */
export async function fillUpLimits(world: string, plan: string): Promise<void> {
  const { minute, day } = await call<LimitState>('GET', limitsPath(world, plan))
  await call('PUT', limitsPath(world, plan), { minute: { remaining: minute.limit }, day: { remaining: day.limit }, ban: null })
}

/** Puts these scenarios on a world, in place of those on it. All of them start again. */
export function putScenarios(world: string, scenarios: readonly (ActiveScenario | ScenarioRequest)[]): Promise<unknown> {
  const path = worldPath(world, '/scenarios')
  return scenarios.length === 0 ? call('DELETE', path) : call('PUT', path, scenarios.map(toScenarioRequest))
}

/** The request that put a scenario on the world, without the state of the scenario. */
const toScenarioRequest = ({ name, parameters, operations, steps }: ScenarioRequest) =>
  steps === undefined ? { name, parameters, operations } : { steps, operations }
