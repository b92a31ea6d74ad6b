// Runs the suite once against a fresh sandbox. The command gets a process group of its own, which ends with the run.

import { addAbortListener } from 'node:events'
import { clearTimeout, setTimeout } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { clientEnvironment } from '../client/client-variables.ts'
import type { SandboxHandle } from '../client/handle.ts'
import type { Contract } from '../contract/contract.ts'
import { isObject } from '../contract/json/json.ts'
import type { Draft } from '../contract/reply.ts'
import type { Exchange } from '../ground/generated/control.ts'
import type { SandboxOptions } from '../options/generated/sandbox-options.ts'
import { asList } from '../options/read-options.ts'
import type { FaultLayer } from '../scenarios/scenario.ts'
import type { Fault, LaterVersion } from './faults.ts'
import type { InjectOptions } from './generated/inject-options.ts'
import { type Child, startChild } from './start-child.ts'

/** What src/sandbox.ts gives to a campaign, because only that file imports src/operations/. */
export interface CampaignParts {
  readonly start: (
    options: SandboxOptions & { readonly faults?: FaultLayer },
  ) => Promise<SandboxHandle & { readonly authorityFile?: string }>
  readonly later: readonly LaterVersion[]
  readonly contract: Contract
  /** Default: the suite is a process. */
  readonly startChild?: typeof startChild
}

export interface Suite {
  readonly options: InjectOptions
  readonly parts: Omit<CampaignParts, 'later' | 'contract'>
}

/** Further calls of a run are not recorded. */
export const MAX_CALLS = 20_000
/** The command's last lines, and the end of its connections, may arrive after its end. */
const SETTLE_MS = 50
const MAX_OUTPUT = 16 * 1024

/** The fault of a run, if it has one, the calls that get it, and the bounds of the run. */
export interface Aim extends Pick<Fault, 'scenario' | 'change' | 'assume' | 'lasts'> {
  /** Whether a call gets the fault. Called for each call. Default: every call gets it. */
  readonly isMet?: ((exchange: Exchange) => boolean) | undefined
  readonly isShown?: boolean | undefined
  readonly seconds?: number | undefined
  readonly maxCalls?: number
}

export type Run = Readonly<Awaited<ReturnType<typeof runSuite>>>

/** Rejects with a StartError when the command cannot be started. */
export async function runSuite({ options, parts }: Suite, aim: Aim = {}) {
  const { command, env = process.env, plan = 'enterprise', sandbox: settings = {}, signal } = options
  const { seconds, maxCalls = MAX_CALLS } = aim
  let killedBy: 'time-out' | 'interrupt' | undefined
  let openMs = 0
  const kill = (why: typeof killedBy) => {
    if (killedBy !== undefined) return
    killedBy = why
    const open = exchanges.filter(({ closed }) => closed === undefined)
    openMs = Math.max(0, ...open.map(({ arrived }) => performance.now() - arrived.monotonic))
    child.signalGroup('SIGKILL')
  }
  const { exchanges, met, seen, ...layer } = createRecorder(aim, maxCalls)
  const assume = withChoices(settings.assume, aim.assume)
  await using sandbox = await parts.start({ ...settings, assume, ephemeral: true, log: 'silent', faults: layer })
  const variables = clientEnvironment(env, sandbox, plan, settings.controlToken)
  const started = performance.now()
  const child = (parts.startChild ?? startChild)(command, variables, ['ignore', 'pipe', 'pipe'])
  using timer = seconds === undefined ? undefined : setTimeout(() => kill('time-out'), seconds * 1000)
  using _interrupt = signal && addAbortListener(signal as AbortSignal, () => kill('interrupt'))
  const output = keepEnd(child)
  const shownOn = aim.isShown ? [process.stdout, process.stderr] : []
  for (const [at, stream] of shownOn.entries()) child.streams[at]?.pipe(stream, { end: false })
  const exitCode = await child.ended
  const endedAt = performance.now()
  clearTimeout(timer)
  await sleep(SETTLE_MS)
  return {
    exchanges,
    met,
    seen,
    exitCode,
    killedBy,
    // How long the longest call had been open when the command was killed.
    openMs,
    // In milliseconds since this process began.
    endedAt,
    output: output(),
    seconds: (endedAt - started) / 1000,
    // Undefined when only some calls get the fault.
    report: aim.isMet === undefined ? await sandbox.report() : undefined,
  }
}

const withChoices = (given: SandboxOptions['assume'], more: Fault['assume'] = {}): NonNullable<SandboxOptions['assume']> =>
  isObject(given) ? { ...given, ...more } : [...asList(given), ...Object.entries(more).map((choice) => choice.join('='))]

/**
 * Records the first calls of one run, and puts the fault on its calls. The records come from the sandbox's own process, so no bound of the
 * journal can lose one.
 */
function createRecorder({ change, scenario, lasts = false, isMet = () => true }: Aim, limit: number) {
  const exchanges: Exchange[] = []
  const met = new WeakSet<Exchange>()
  const seen = { isFull: false, isMet: false, isChanged: false }
  const made = new Set<unknown>()
  return {
    exchanges,
    met,
    // What was seen of all calls, those that are not recorded too.
    seen,
    scenarioFor(exchange: Exchange) {
      if (exchanges.length < limit) exchanges.push(exchange)
      else seen.isFull = true
      if (!isMet(exchange) && !(lasts && seen.isMet)) return undefined
      seen.isMet = true
      met.add(exchange)
      return typeof scenario === 'function' ? scenario(exchange) : scenario
    },
    alter(exchange: Exchange, draft: Draft) {
      if (exchange.request.method === 'POST' && isObject(draft.body)) made.add(draft.body.id)
      const given = met.has(exchange) ? change?.(draft, made) : undefined
      if (given !== undefined) seen.isChanged = true
      Object.assign(draft, given)
    },
  }
}

/** The end of the output, without colours. */
function keepEnd({ streams }: Child): () => string {
  let text = ''
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-MAX_OUTPUT)
    })
  return () => stripVTControlCharacters(text)
}
