// The library: creates the parts of a sandbox, serves them, and gives back the handle. Only this file imports the operations. The process,
// its flags and its signals belong to the command.

export type { Exchange, JournalEntry, ScenarioRequest } from './ground/generated/control.ts'

import type { Server } from 'node:http'
import { createHandle, type SandboxHandle } from './client/handle.ts'
import { fromCaller } from './client/sandbox-error.ts'
import { createTransport } from './client/transport.ts'
import { type Contract, describeContract } from './contract/contract.ts'
import { createHttpParts, createParts, type Parts } from './create-parts.ts'
import type { ReplayOptions } from './examine/campaign.ts'
import type { InjectOptions } from './examine/generated/inject-options.ts'
import type { Plan } from './examine/plan.ts'
import type { CampaignParts } from './examine/run-suite.ts'
import type { Report } from './ground/generated/report.ts'
import { once } from './ground/remember.ts'
import { chooseIds } from './operations/big-ids.ts'
import { recipes } from './operations/fixtures.ts'
import { errorBody, handlers } from './operations/handlers.ts'
import { laterVersions } from './operations/later-versions.ts'
import type { Domain } from './options/domain.ts'
import type { SandboxOptions } from './options/generated/sandbox-options.ts'
import { readOptions, type Settings } from './options/read-options.ts'
import { checkNodeVersion, loadOwnContract } from './package-files.ts'
import { type Certificate, prepareCertificate } from './serve/certificate.ts'
import { createListener, drain, holdProgram, listen, originsOf } from './serve/listener.ts'

// biome-ignore-start lint/performance/noBarrelFile: the other exports of the library.
export { type ConnectOptions, connectSandbox } from './client/connect.ts'
export type { EventStream } from './client/events.ts'
export { SandboxError } from './client/sandbox-error.ts'
export type { ChoicesHandle, WorldHandle } from './client/world-handle.ts'
export { assertVerdict } from './examine/assert-verdict.ts'
export { loadPolicy } from './examine/policy.ts'
export type { FaultName, OperationId, PlanName, RuleName, ScenarioName, Step } from './ground/generated/names.ts'
export type { Policy } from './ground/generated/policy.ts'
export { Problem, StartError } from './ground/problem.ts'
export type { Change, Newer, Saved, Snapshot, Store, StoredWorld, WorldContent, WorldStore } from './worlds/store/store.ts'
export type { InjectOptions, Report, SandboxHandle, SandboxOptions }
// biome-ignore-end lint/performance/noBarrelFile: the other exports of the library.

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

const OWN_DOMAIN: Domain = { handlers, recipes, chooseIds, renderProblem: errorBody }

/** Starts a sandbox. When options or files are wrong, it rejects with a StartError. The message is one line that names the place. */
export function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return fromCaller(startSandbox, () => start(options))
}

async function start(options: SandboxOptions): Promise<Sandbox> {
  checkNodeVersion()
  const settings = await readOptions(options)
  const { port, host, tls, data } = settings
  const parts = await createParts(settings, settings.domain ?? OWN_DOMAIN)
  let certificate: Certificate | undefined
  const release = async () => {
    await parts.worlds.close()
    await certificate?.dispose?.()
    parts.log.flush()
  }
  try {
    certificate = tls && (await prepareCertificate(tls, data))
    const server = await createListener(certificate, createHttpParts(parts, settings))
    await listen(server, port, host)
    parts.worlds.startChecks()
    const handle = await createOwnHandle(server, parts, settings)
    const letGo = holdProgram(server, handle.origin, port > 0)
    const close = once(async () => {
      letGo()
      // Calls that wait or follow events would delay the end.
      parts.waits.close()
      parts.events.close()
      await drain(server)
      await handle.close()
      await release()
    })
    return {
      ...handle,
      example: handle.origin + examplePath(parts.contract),
      summary: [describeContract(parts.contract), parts.worlds.store.place],
      ...(certificate?.authorityFile !== undefined && { authorityFile: certificate.authorityFile }),
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Examines a client with faults. Runs your tests twice without a fault, and then once for each call and fault, each time against a
 * fresh sandbox. Rejects with a StartError when they fail without a fault or make no call, and when no fault suits their calls and
 * the calls show no fact.
 */
export function inject(options: InjectOptions): Promise<Report> {
  return fromCaller(inject, async () => (await loadCampaigns()).runCampaign(options, await campaignParts()))
}

/** The runs that a campaign would make. @internal */
export async function planCampaign(options: InjectOptions): Promise<Plan> {
  const { prepare } = await loadCampaigns()
  return (await prepare(options, await campaignParts())).plan
}

/** Plays one run of a campaign again. @internal */
export async function replayRun(options: ReplayOptions) {
  return (await loadCampaigns()).replay(options, await campaignParts())
}

/** Most sandboxes run no campaign, and start faster without its code. */
const loadCampaigns = () => import('./examine/campaign.ts')

async function campaignParts(): Promise<CampaignParts> {
  return { start: startSandbox, later: laterVersions, contract: await loadOwnContract() }
}

/** The handle of connectSandbox, for the server in this process. */
async function createOwnHandle(server: Server, { contract }: Parts, { tls, host, controlToken: token }: Settings): Promise<SandboxHandle> {
  const scheme = tls === undefined ? 'http' : 'https'
  const { origin, local } = originsOf(server, scheme, host)
  const transport = await createTransport({ origin: local, prefix: '' }, { token, isTrusted: true })
  return createHandle({ url: origin + contract.basePath, origin, plans: contract.plans.map(({ name }) => name), transport })
}

/** The path of an operation whose calls need only a key. */
const examplePath = ({ operations, basePath }: Contract) =>
  operations.find(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required))?.path ?? basePath
