// The options of start, in the order of the help. Each has a file of its own. The library's type, the settings, the flags, the
// variables and the table in docs/options.md derive from this list.

import type { FaultLayer } from '../scenarios/scenario-request.ts'
import { allowedHosts } from './allowed-hosts.ts'
import { assume } from './assume.ts'
import { banAfter } from './ban-after.ts'
import { banFor } from './ban-for.ts'
import { bare } from './bare.ts'
import { controlToken } from './control-token.ts'
import { cors } from './cors.ts'
import { data } from './data.ts'
import { durable } from './durable.ts'
import { ephemeral } from './ephemeral.ts'
import { host } from './host.ts'
import { type Domain, internal } from './internal.ts'
import { key, keys } from './keys.ts'
import { limits } from './limits.ts'
import { log } from './log.ts'
import { maxWorldBytes } from './max-world-bytes.ts'
import { maxWorlds } from './max-worlds.ts'
import { metrics } from './metrics.ts'
import type { Option } from './option.ts'
import { enterpriseLimits, planLimits } from './plan-limits.ts'
import { port } from './port.ts'
import { scenarios } from './scenarios.ts'
import { seed } from './seed.ts'
import { size } from './size.ts'
import { store } from './store.ts'
import { tls, tlsCert, tlsKey, tlsName } from './tls.ts'

export const table = {
  port,
  host,
  data,
  ephemeral,
  durable,
  store,
  seed,
  size,
  key,
  keys,
  limits,
  enterpriseLimits,
  planLimits,
  banAfter,
  banFor,
  maxWorlds,
  maxWorldBytes,
  scenarios,
  assume,
  cors,
  tls,
  tlsCert,
  tlsKey,
  tlsName,
  allowedHosts,
  controlToken,
  bare,
  metrics,
  log,
}

type Table = typeof table
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void ? All : never

/** The options that the `read` functions of the table take. */
type Given = Intersection<Parameters<Table[keyof Table]['read']>[0]>

/** The options of `startSandbox`. It rejects with a StartError for an unknown or wrong option. */
export interface SandboxOptions extends Given {
  /** Another contract to serve. @internal */
  readonly contract?: string
  /** The code and data that belong to the other contract. @internal */
  readonly domain?: Domain
  /** Faults that nothing removes while the sandbox runs. @internal */
  readonly faults?: FaultLayer
}

type All = Table & typeof internal

/** The settings that the parts of a sandbox use: each option, checked and with its default. @internal */
export type Settings = { readonly [Name in keyof All]: ReturnType<All[Name]['read']> }

/** Each option by its name. @internal */
export const OPTIONS: readonly (readonly [name: keyof SandboxOptions, Option<SandboxOptions>])[] = Object.entries({
  ...table,
  ...internal,
}) as never
