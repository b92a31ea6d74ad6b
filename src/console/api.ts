// Calls the control API for the page. Integers are exact. Every failure is an ApiProblem with a sentence.

import type { LimitState } from '../../spec/control.ts'
import type { ActiveScenario } from '../client/states.ts'
import { parseJson, readJson, renderJson } from '../json/json.ts'
import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import { isLocked, token } from './state.ts'

export class ApiProblem extends Error {}

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
      await read().catch((error: unknown) => {
        if (!(error instanceof ApiProblem)) throw error
      })
    }
    isBusy = false
  }
  return () => {
    isWanted = true
    if (!isBusy) void run()
  }
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
