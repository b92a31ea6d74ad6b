// Starts a sandbox as a library. The directory parts/ creates the parts, and this file serves them. This is the only place
// where the engine meets the operations. The process, its flags and its signals belong to the command.

import { connectSandbox } from './client/connect.ts'
import type { ConnectOptions } from './client/options.ts'
import { type Contract, describeContract } from './contract/contract.ts'
import { Problem, StartError } from './errors/problem.ts'
import type { Exchange } from './exchange/exchange.ts'
import type { EventStream } from './handle/events-handle.ts'
import type { SandboxHandle, WorldHandle } from './handle/handles.ts'
import { type Certificate, prepareCertificate } from './http/certificate.ts'
import { createListener, drain, listen, originOf } from './http/listener.ts'
import type { CampaignParts, InjectOptions } from './inject/campaign.ts'
import type { Plan } from './inject/plan.ts'
import type { Replayed, ReplayOptions } from './inject/replay.ts'
import type { InjectReport } from './inject/report.ts'
import type { JournalEntry } from './journal/journal.ts'
import { drifts } from './operations/drift.ts'
import { errorBody } from './operations/error-body.ts'
import { recipes } from './operations/fixtures.ts'
import { handlers } from './operations/handlers.ts'
import type { Domain } from './options/internal.ts'
import { readOptions } from './options/read-options.ts'
import type { SandboxOptions } from './options/table.ts'
import { checkNodeVersion } from './package-files.ts'
import { createWholeApp } from './parts/create-app.ts'
import { createParts, type Parts } from './parts/create-parts.ts'
import { assertVerdict } from './report/assert-verdict.ts'
import type { Policy } from './report/policy.ts'
import type { Report } from './report/report.ts'
import { renderCase } from './text/case-header.ts'
import { renderKnownKey } from './text/key.ts'
import { createFixtures, writeFixtures } from './worlds/fixtures.ts'
import type { Change, Newer, Saved, Snapshot, Store, StoredWorld, WorldStore } from './worlds/store/store.ts'

export type {
  Change,
  ConnectOptions,
  EventStream,
  Exchange,
  InjectOptions,
  InjectReport,
  JournalEntry,
  Newer,
  Policy,
  Report,
  SandboxHandle,
  SandboxOptions,
  Saved,
  Snapshot,
  Store,
  StoredWorld,
  WorldHandle,
  WorldStore,
}
export { assertVerdict, connectSandbox, Problem, StartError }

/** A sandbox that runs in this process. */
export interface Sandbox extends SandboxHandle {
  /** A URL to try. A call of it needs only a key. */
  readonly example: string
  /** One line about the compiled contract, and one line about the place of the data. */
  readonly summary: readonly string[]
  /** The file with the authority that clients must trust. Only for a certificate that the sandbox made. */
  readonly authorityFile?: string
  /** Waits up to 1.5 seconds for requests under way, and writes all worlds to the store. */
  close(): Promise<void>
}

const OWN_DOMAIN: Domain = { handlers, recipes, renderProblem: errorBody }

/** Starts a sandbox. When options or files are wrong, it rejects with a StartError. The message is one line that names the place. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkNodeVersion()
  const settings = readOptions(options)
  const { port, host, tls, data } = settings
  const parts = await createParts(settings, settings.domain ?? OWN_DOMAIN)
  let certificate: Certificate | undefined
  const release = async () => {
    await parts.worlds.close()
    await certificate?.dispose()
    parts.log.flush()
  }
  try {
    certificate = tls && (await prepareCertificate(tls, data))
    const server = await createListener(certificate, createWholeApp(parts, settings))
    await listen(server, port, host)
    parts.worlds.startLooking()
    const origin = originOf(server, tls === undefined ? 'http' : 'https', host)
    let closing: Promise<void> | undefined
    const close = () => {
      // Calls that wait or follow events would delay the end.
      parts.endReaders()
      closing ??= drain(server).then(release)
      return closing
    }
    return { ...present(parts, origin), ...certificateOf(certificate), close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Examines a client with faults. Runs its test suite twice without a fault, and then once for each call and fault, each time against a
 * fresh sandbox. Rejects with a StartError when the suite fails without a fault, or makes no call.
 */
export async function inject(options: InjectOptions): Promise<InjectReport> {
  return (await loadCampaigns()).runCampaign(options, CAMPAIGN)
}

/** The runs that a campaign would make. @internal */
export async function planCampaign(options: InjectOptions): Promise<Plan> {
  return (await loadCampaigns()).planCampaign(options, CAMPAIGN)
}

/** Plays one run of a campaign again. @internal */
export async function replayRun(options: ReplayOptions): Promise<Replayed> {
  return (await import('./inject/replay.ts')).replay(options, CAMPAIGN)
}

/** Most sandboxes run no campaign, and start faster without its code. */
const loadCampaigns = () => import('./inject/campaign.ts')

const CAMPAIGN: CampaignParts = { start: startSandbox, drifts }

const certificateOf = ({ authorityFile }: Partial<Certificate> = {}) => (authorityFile === undefined ? {} : { authorityFile })

/** The parts of the handle that describe the running sandbox. */
function present({ contract, worlds, handle }: Parts, origin: string) {
  const plans = contract.plans.map(({ name }) => name)
  return {
    ...handle,
    url: origin + contract.basePath,
    origin,
    example: origin + examplePath(contract),
    summary: [describeContract(contract), worlds.place],
    plans,
    case: renderCase,
    key: (plan?: string, world?: string) => renderKnownKey(plans, plan, world),
  }
}

/** The path of an operation whose calls need only a key. */
const examplePath = ({ operations, basePath }: Contract) =>
  operations.find(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required))?.path ?? basePath

/** Makes the files with the content of a new world. Resolves with the names of the files. @internal */
export async function makeFixtures(directory: string, options: Pick<SandboxOptions, 'seed' | 'size'>): Promise<string[]> {
  const { seed, size } = readOptions(options)
  return writeFixtures(
    directory,
    await createFixtures(recipes, { ...(seed !== undefined && { seed }), ...(size !== undefined && { size }) }),
  )
}
