// What a sandbox can be started with: the same names for the library and, as flags, for the command (`banAfter` is
// `--ban-after`). options-schema.ts says which values fit.

import type { TlsOptions } from '../http/certificate.ts'
import type { LogFormat, LogOptions } from '../journal/log.ts'
import type { Handler } from '../journey/answers/handler.ts'
import type { Refusal } from '../replies/problem.ts'
import type { Recipes } from '../worlds/fixtures.ts'
import type { Store } from '../worlds/store/store.ts'

/** The options of `startSandbox`. Each is checked; an unknown or wrong one rejects with a StartError. */
export interface SandboxOptions {
  /** 0, the default, picks a free one. */
  readonly port?: number
  /** Default: 127.0.0.1. */
  readonly host?: string
  /** The directory that keeps the worlds. Default: memory only. */
  readonly data?: string
  /** Keeps the worlds in memory only. This is the default, unless `data` names a directory. */
  readonly ephemeral?: boolean
  /** Keeps the worlds in place of a directory. It is closed with the sandbox. */
  readonly store?: Store
  /** Makes the fixtures anew from this number instead of the committed ones. */
  readonly seed?: number
  /** Makes so many items of each kind as fixtures. */
  readonly size?: number
  /** An own key, or a list of them: `<plan>[_<world>]:<key>` each. */
  readonly key?: string | readonly string[]
  /** The same as `key`. */
  readonly keys?: string | readonly string[]
  /** `off`: nothing is counted or refused. */
  readonly limits?: 'on' | 'off'
  /** Requests a minute and a day of the plan enterprise, as `5000/500000` or `{ minute: 5000, day: 500000 }`. */
  readonly enterpriseLimits?: string | PlanRates
  /** The same for any plans, by name, as `{ free: { minute: 5 } }`. What is left out is the contract's. */
  readonly planLimits?: Readonly<Record<string, PlanRates>>
  /** How many early requests after a 429 ban a key. */
  readonly banAfter?: number
  /** How long a ban lasts, in seconds. */
  readonly banFor?: number
  /** How many worlds stay in memory. Default: 1,000. */
  readonly maxWorlds?: number
  /** Bytes that the items of one world may take as JSON text. Default: 256 MiB. */
  readonly maxWorldBytes?: number
  /** A directory of own scenarios, or a list of them. Own scenarios may override those that come with the sandbox. */
  readonly scenarios?: string | readonly string[]
  /** `off`: no CORS headers, and preflights are requests like any other. */
  readonly cors?: 'on' | 'off'
  /** Serves HTTPS: `true`, or an object with the next three as `cert`, `key` and `names`. */
  readonly tls?: boolean | TlsOptions
  /** The file of a certificate in PEM, with its chain. Default: one is made. */
  readonly tlsCert?: string
  /** The file of its key in PEM. */
  readonly tlsKey?: string
  /** A name or an address beside localhost for a certificate that is made, or a list of them. */
  readonly tlsName?: string | readonly string[]
  /** A name of this server for the control API, or a list of them; loopback, IP addresses and names without a dot always are. */
  readonly allowedHosts?: string | readonly string[]
  /** The control API demands it as the bearer. */
  readonly controlToken?: string
  /** No `Sandbox-*` headers. */
  readonly bare?: boolean
  /** `text`, `json` or `silent`, which is the default. The log goes to standard output, or where `{ format, write }` takes it. */
  readonly log?: LogFormat | LogOptions
  /** Another contract to serve. @internal */
  readonly contract?: string
  /** What belongs to the other contract. @internal */
  readonly domain?: Domain
}

/** Requests a minute and a day; what is left out is the contract's. */
export interface PlanRates {
  /** Requests a minute. */
  readonly minute?: number
  /** Requests a day. */
  readonly day?: number
}

/** All that knows what the contract is about. @internal */
export interface Domain {
  /** By operationId; an operation without one is answered from the contract alone. */
  readonly handlers: Readonly<Record<string, Handler>>
  readonly recipes: Recipes
  readonly renderProblem: (refusal: Refusal) => unknown
}
