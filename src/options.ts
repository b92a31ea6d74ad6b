// What a sandbox can be started with, and what it takes of whoever knows what the contract is about.

import type { TlsOptions } from './http/certificate.ts'
import type { LogOptions } from './journal/log.ts'
import type { Handler } from './journey/answers/handler.ts'
import type { Refusal } from './problem.ts'
import type { Recipes } from './worlds/fixtures.ts'
import type { Store } from './worlds/store/store.ts'

export interface SandboxOptions {
  /** 0, the default, picks a free one. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /** The directory that keeps the worlds. Default: memory only. */
  readonly data?: string
  /** Keeps the worlds in place of a directory. It is closed with the sandbox. */
  readonly store?: Store
  /** Makes the fixtures anew from this number instead of the committed ones. */
  readonly seed?: number
  /** Makes so many items of each kind as fixtures. */
  readonly size?: number
  /** Own keys: `<plan>[_<world>]:<key>` each. */
  readonly keys?: readonly string[]
  /** `off`: nothing is counted or refused. */
  readonly limits?: 'on' | 'off'
  /** Requests a minute and a day of plans, by name, in place of the contract's. */
  readonly planLimits?: Readonly<Record<string, { readonly minute: number; readonly day: number }>>
  /** How many early requests after a 429 ban a key. */
  readonly banAfter?: number
  /** How long a ban lasts, in seconds. */
  readonly banFor?: number
  /** How many worlds stay in memory. Default 1,000. */
  readonly maxWorlds?: number
  /** Bytes that the items of one world may take as JSON text. Default: 256 MiB. */
  readonly maxWorldBytes?: number
  /** Directories of own scenarios; may override those that come with the sandbox. */
  readonly scenarios?: readonly string[]
  /** `off`: no CORS headers, and preflights are requests like any other. */
  readonly cors?: 'on' | 'off'
  /** Serves HTTPS, with a certificate given or made. */
  readonly tls?: TlsOptions
  /** Names of this server for the control API, beside loopback, IP addresses and names without a dot. */
  readonly allowedHosts?: readonly string[]
  /** The control API demands it as the bearer. */
  readonly controlToken?: string
  /** No `Sandbox-*` headers. */
  readonly bare?: boolean
  /** Default: silent. */
  readonly log?: LogOptions
  /** Another contract to serve. @internal */
  readonly contract?: string
  /** What belongs to the other contract. @internal */
  readonly domain?: Domain
}

/** All that knows what the contract is about. @internal */
export interface Domain {
  /** By operationId; an operation without one is answered from the contract alone. */
  readonly handlers: Readonly<Record<string, Handler>>
  readonly recipes: Recipes
  readonly renderProblem: (refusal: Refusal) => unknown
}
