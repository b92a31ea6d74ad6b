// connectSandbox(): a handle for a running sandbox, for example in a container. The handle has the same type as the handle
// of startSandbox(). It uses the control API.

import type { Assumption } from '../contract/assumptions.ts'
import { type Problem, type Spell, StartError } from '../errors/problem.ts'
import type { CatalogueEntry, Health, SandboxHandle, WorldState } from '../handle/handles.ts'
import type { Report } from '../report/report.ts'
import { renderCase } from '../text/case-header.ts'
import { renderKnownKey } from '../text/key.ts'
import { isWorldName } from '../text/world-name.ts'
import { readAddress, type SandboxAddress } from './address.ts'
import { findOtherScheme } from './ask-health.ts'
import { type Asking, BASE, createAsking, isSuccess, toProblem } from './asking.ts'
import { describeFailure } from './describe-failure.ts'
import { type ConnectOptions, readOptions } from './options.ts'
import { type Index, parseIndex } from './parse-index.ts'
import { MAX_SHORT_BYTES } from './read-answer.ts'
import { createStreams } from './remote-events.ts'
import { createRemoteRequests } from './remote-requests.ts'
import { createRemoteWorld, ignoreMissing } from './remote-world.ts'
import { createTransport, type Transport } from './transport.ts'

/** The part of a `URL` that is used here. Not every project has the types of `URL`. */
export interface Href {
  /** The address as text. */
  readonly href: string
}

/**
 * Connects to a running sandbox. The address is the sandbox's own address or the base URL of its clients. Rejects with a
 * StartError that gives the reason in one line, when no sandbox answers or when the token is wrong.
 */
export async function connectSandbox(address: string | Href, options: ConnectOptions = {}): Promise<SandboxHandle> {
  const { token, ca } = readOptions(options)
  const place = readAddress(typeof address === 'object' && address !== null ? address.href : address)
  const transport = await createTransport(place, { token, ca })
  try {
    const index = await readIndex(place, transport, token !== undefined)
    return createRemoteSandbox(place, transport, index)
  } catch (error) {
    transport.close()
    throw error
  }
}

function createRemoteSandbox({ origin, prefix }: SandboxAddress, transport: Transport, index: Index): SandboxHandle {
  const { sandbox, contract, plans, collections, calls } = index
  const asking = createAsking(transport, calls, sandbox)
  const { ask, open } = asking
  const streams = createStreams()
  const close = async () => {
    streams.close()
    transport.close()
  }
  return {
    url: origin + prefix + new URL(index.url).pathname,
    origin,
    plans,
    case: renderCase,
    key: (plan, world) => renderKnownKey(plans, plan, world),
    world: (name = 'default') => createRemoteWorld(name, { asking, streams, plans, collections }),
    worlds: createRemoteWorlds(asking),
    requests: createRemoteRequests(asking, { list: 'listRequests', find: 'getRequest', clear: 'deleteRequests', har: 'exportRequests' }),
    report: () => ask<Report>('getReport'),
    clearReport: () => ask<void>('deleteReport'),
    events: (query) => streams.open(query, (parts) => open('followEvents', parts)),
    scenarios: () => ask<CatalogueEntry[]>('listScenarios'),
    assumptions: () => ask<Assumption[]>('listAssumptions'),
    health: () => ask<Health>('getHealth'),
    versions: async () => ({ sandbox, contract }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const createRemoteWorlds = ({ ask }: Asking): SandboxHandle['worlds'] => ({
  list: () => ask<WorldState[]>('listWorlds'),
  reset: () => ask<WorldState[]>('resetWorlds'),
  has: async (name) =>
    isWorldName(name) && (await ask<WorldState | undefined>('getWorld', { path: { world: name } }).catch(ignoreMissing)) !== undefined,
})

const SHORT = { maxBytes: MAX_SHORT_BYTES, seconds: 30 }

/** Asks the server for the list of its calls. A server with such a list is a sandbox. */
async function readIndex({ origin, prefix }: SandboxAddress, transport: Transport, hasToken: boolean): Promise<Index> {
  const reply = await transport.send({ method: 'GET', path: `${BASE}/` }).catch(async (error: Problem) => {
    const { code = '' } = error.cause as NodeJS.ErrnoException
    const other = await findOtherScheme(origin, code)
    if (other !== undefined)
      throw new StartError(`${origin}: ${other.startsWith('https:') ? 'HTTPS' : 'plain HTTP'} is used here: connect to ${other}`, 3)
    return noSandbox((spell) => describeFailure(origin, error.cause, spell))
  })
  const { statusCode: status = 0, headers } = reply
  const text = await transport.readText(reply, SHORT).catch((error: Problem) => noSandbox(error.message))
  const place = origin + prefix
  if (status >= 300 && status < 400)
    throw new StartError(`${place}: this server sends its clients to ${headers.location}: connect there`, 3)
  const refusal = toProblem(status, text)
  if (refusal.code === 'unauthorized')
    throw new StartError((spell) =>
      hasToken ? `${place}: wrong control token` : `${place}: this sandbox wants its control token: give it with ${spell('token')}`,
    )
  if (refusal.code === 'forbidden') throw new StartError(`${place}: ${refusal.message}`)
  const index = isSuccess(reply) ? parseIndex(text) : undefined
  return index ?? noSandbox(`${place}: no sandbox answers: GET ${prefix}${BASE}/ returned ${status} and not the list of a sandbox’s calls`)
}

function noSandbox(message: string | ((spell: Spell) => string)): never {
  throw new StartError(message, 3)
}
