// Starts a running sandbox, as a library: its parts are put together in parts/, and served here. The only place where the
// engine meets the operations; the process, its flags and its signals are the command's.

import { connectSandbox } from './client/connect.ts'
import type { ConnectOptions } from './client/options.ts'
import { type Contract, describeContract } from './contract/contract.ts'
import type { EventStream } from './handle/events-handle.ts'
import type { SandboxHandle, WorldHandle } from './handle/handles.ts'
import { type Certificate, prepareCertificate } from './http/certificate.ts'
import { createListener, drain, listen, originOf } from './http/listener.ts'
import type { JournalEntry } from './journal/journal.ts'
import { errorBody } from './operations/error-body.ts'
import { recipes } from './operations/fixtures.ts'
import { handlers } from './operations/handlers.ts'
import { checkNodeVersion } from './package-files.ts'
import { createWholeApp } from './parts/create-app.ts'
import { createParts, type Parts } from './parts/create-parts.ts'
import type { Exchange } from './record/exchange.ts'
import { Problem, StartError } from './replies/problem.ts'
import { assertVerdict } from './report/assert-verdict.ts'
import type { Policy } from './report/policy.ts'
import type { Report } from './report/report.ts'
import type { Domain, SandboxOptions } from './settings/options.ts'
import { readSettings } from './settings/settings.ts'
import { renderKnownKey } from './words/key.ts'
import { createFixtures, writeFixtures } from './worlds/fixtures.ts'
import type { Change, Saved, Snapshot, Store, StoredWorld, WorldStore } from './worlds/store/store.ts'

export type {
  Change,
  ConnectOptions,
  EventStream,
  Exchange,
  JournalEntry,
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
  /** An address to try, that needs nothing but a key. */
  readonly example: string
  /** What was compiled, and where the data lies, in a line each. */
  readonly summary: readonly string[]
  /** With a certificate that was made: the file that clients have to trust. */
  readonly authorityFile?: string
  /** Lets requests under way end, for up to 1.5 seconds, and writes all worlds out. */
  close(): Promise<void>
}

const OWN_DOMAIN: Domain = { handlers, recipes, renderProblem: errorBody }

/** Starts a sandbox. Rejects with a StartError, one line that names the place, for wrong options or files. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkNodeVersion()
  const settings = readSettings(options)
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
    const origin = originOf(server, settings.scheme, host)
    let closing: Promise<void> | undefined
    const close = () => {
      // Whoever waits or follows would hold up the end.
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

const certificateOf = ({ authorityFile }: Partial<Certificate> = {}) => (authorityFile === undefined ? {} : { authorityFile })

/** What a running sandbox says of itself, and how it is driven. */
function present({ contract, worlds, handle }: Parts, origin: string) {
  const plans = contract.plans.map(({ name }) => name)
  return {
    ...handle,
    url: origin + contract.basePath,
    origin,
    example: origin + examplePath(contract),
    summary: [describeContract(contract), worlds.place],
    plans,
    key: (plan?: string, world?: string) => renderKnownKey(plans, plan, world),
  }
}

/** The path of an operation that needs nothing but a key. */
const examplePath = ({ operations, basePath }: Contract) =>
  operations.find(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required))?.path ?? basePath

/** Makes the files that a world starts with, and resolves with their names. @internal */
export async function makeFixtures(directory: string, options: Pick<SandboxOptions, 'seed' | 'size'>): Promise<string[]> {
  const { seed, size } = readSettings(options)
  return writeFixtures(
    directory,
    await createFixtures(recipes, { ...(seed !== undefined && { seed }), ...(size !== undefined && { size }) }),
  )
}
