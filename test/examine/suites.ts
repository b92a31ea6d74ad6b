// Small test suites with clients whose behaviour is known, for campaigns. Most of them run in this process, because a process for each
// run would take ten times as long. A campaign sees no difference: the suite calls over HTTP, ends with a code, and can be killed.
// Pauses and time-outs of the clients are real, as the faults are.

import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCampaign } from '../../src/examine/campaign.ts'
import type { InjectOptions } from '../../src/examine/generated/inject-options.ts'
import type { CampaignParts } from '../../src/examine/run-suite.ts'
import type { Report } from '../../src/ground/generated/report.ts'
import { StartError } from '../../src/ground/problem.ts'
import { laterVersions } from '../../src/operations/later-versions.ts'
import { loadOwnContract } from '../../src/package-files.ts'
import { startSandbox } from '../../src/sandbox.ts'

interface Try {
  /** Seconds. Default: none. A machine under load may need more than a second for any call, so few clients have a time-out. */
  readonly timeout?: number
  readonly world?: string
}

interface Tries extends Try {
  readonly tries?: number
  /** Seconds between two tries. */
  readonly gap?: number | 'asked'
  /** Whether a refusal is tried again too, such as 400 or 401. */
  readonly refusals?: boolean
}

interface Pet {
  readonly id: number
  readonly name: string
  readonly status: string
}

/** The client of a suite. */
export interface Client {
  readonly url: string
  readonly key: string
  readonly origin: string
  /** Writes into the output of the suite. */
  say(text: string): void
  pause(seconds: number): Promise<void>
  /** Makes one try. */
  send<Body = Pet>(method: string, path: string, body?: object, options?: Try): Promise<Body>
  /** Tries again as its options say, and throws in the end. */
  call(method: string, path: string, body?: object, options?: Tries): Promise<unknown>
}

/** A suite passes when it does not throw. */
export type Suite = (client: Client) => Promise<unknown>

export const rex = { name: 'Rex', categoryId: 1 }

class Refused extends Error {
  readonly status: number
  /** The seconds that the reply asked to wait. */
  readonly asked: number
  constructor({ status, headers }: Response) {
    super(String(status))
    this.status = status
    this.asked = Number(headers.get('retry-after') ?? 0)
  }
}

function createClient(env: NodeJS.ProcessEnv, killed: AbortSignal, say: Client['say']): Client {
  const { PETSTORE_BASE_URL: url = '', PETSTORE_API_KEY: key = '', PETSTORE_SANDBOX_URL: origin = '' } = env
  const pause = (seconds: number) => sleep(seconds * 1000, undefined, { signal: killed })
  async function send<Body>(method: string, path: string, body?: object, { timeout, world }: Try = {}): Promise<Body> {
    const response = await fetch(url + path, {
      method,
      signal: timeout === undefined ? killed : AbortSignal.any([killed, AbortSignal.timeout(timeout * 1000)]),
      headers: { authorization: `Bearer ${key}${world ? `_${world}` : ''}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json = await response.json()
    if (!response.ok) throw new Refused(response)
    return json as Body
  }
  async function call(method: string, path: string, body?: object, { tries = 1, gap = 0, refusals = false, ...more }: Tries = {}) {
    for (let count = 1; ; count += 1) {
      try {
        return await send(method, path, body, more)
      } catch (error) {
        killed.throwIfAborted()
        const { status, asked = 0 } = error instanceof Refused ? error : {}
        if (count >= tries || (!refusals && status !== 429 && Number(status) < 500)) throw error
        await pause(gap === 'asked' ? asked : gap)
      }
    }
  }
  return { url, key, origin, say, pause, send, call }
}

/** Starts a suite in this process, as startChild() starts a command. What it throws is its output; a StartError means that it cannot start. */
const startHere =
  (suite: Suite): NonNullable<CampaignParts['startChild']> =>
  (_command, env) => {
    const killing = new AbortController()
    const killed = new Promise<number>((resolve) => killing.signal.addEventListener('abort', () => resolve(137)))
    const output = new PassThrough()
    const code = suite(createClient(env, killing.signal, (text) => output.write(text)))
      .then(
        () => 0,
        (error) => {
          if (error instanceof StartError) throw error
          output.write(String(error))
          return 1
        },
      )
      .finally(() => output.end())
    const kill = () => {
      killing.abort()
      return true
    }
    return { ended: Promise.race([killed, code]), streams: [output], signalGroup: kill }
  }

/** Examines a suite that runs in this process. */
export async function examine(suite: Suite, options: Partial<InjectOptions> = {}): Promise<Report> {
  const parts = { start: startSandbox, later: laterVersions, contract: await loadOwnContract(), startChild: startHere(suite) }
  return runCampaign({ command: ['npm', 'test'], ...QUICK, ...options }, parts)
}

export const QUICK = { slow: 1.5, timeout: 30, jobs: 4 } as const

/** The outcome of each run: `{ 'createPet#1=lost-reply': 'TWICE' }`. A word in capital letters fails, and `twice?` advises. */
export const outcomesOf = ({ runs }: Report) =>
  Object.fromEntries(
    runs.map(({ call, fault, outcome, level }) => [
      `${call}=${fault}`,
      level === 'fail' ? outcome.toUpperCase() : level === 'advice' ? `${outcome}?` : outcome,
    ]),
  )
