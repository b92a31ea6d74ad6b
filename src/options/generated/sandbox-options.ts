// The options of a sandbox, by spec/options.schema.json, as types of the library. Written by npm run docs.

import type { LogFormat, LogOptions } from '../../record/log.ts'
import type { FaultLayer } from '../../scenarios/scenario.ts'
import type { Store } from '../../worlds/store/store.ts'
import type { Domain } from '../domain.ts'

/** The options of `startSandbox`. It rejects with a StartError for an unknown or wrong option. */
export interface SandboxOptions {
  /** The port. 0 means a free port, and is the default. A sandbox with a port of its own keeps its program running until `close()`; a sandbox on a free port ends with its program. */
  readonly port?: number
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string
  /** The directory that keeps the worlds. Default: memory only. */
  readonly data?: string
  /** Keeps the worlds in memory only. This is the default, unless `data` names a directory. */
  readonly ephemeral?: boolean
  /** A change is acknowledged only when the disk has it. Without this a crash of the machine may lose acknowledged changes. */
  readonly durable?: boolean
  /** Keeps the worlds in Redis or Valkey instead of a directory, so that several sandboxes share them: `redis://user:password@host:6379/0?prefix=mine:`. Or a store of your own, which is closed together with the sandbox. */
  readonly store?: string | Store
  /** Makes new fixtures from this seed number, instead of the committed fixtures. */
  readonly seed?: number
  /** Makes this many items of each kind as fixtures. */
  readonly size?: number
  /** A key of your own, or a list of keys. Each is `<plan>:<key>` or `<plan>_<world>:<key>`. */
  readonly key?: string | readonly string[]
  /** `off`: no request is counted or refused. */
  readonly limits?: 'on' | 'off'
  /** Requests per minute and per day of the plan enterprise: `5000/500000`. */
  readonly enterpriseLimits?: string
  /** Requests per minute and per day of any plans, by name: `{ free: { minute: 5 } }`. A missing number is taken from the contract. */
  readonly planLimits?: Readonly<Record<string, PlanRates>>
  /** A key is banned after this many early requests following a 429. */
  readonly banAfter?: number
  /** How long a ban lasts, in seconds. */
  readonly banFor?: number
  /** How many worlds stay in memory. Default: 1,000. */
  readonly maxWorlds?: number
  /** The most bytes that the items of one world may take as JSON text. Default: 16 MiB. */
  readonly maxWorldBytes?: number
  /** A directory with scenarios of your own, or a list of directories. Such a scenario may replace a scenario of the sandbox. */
  readonly scenarios?: string | readonly string[]
  /** Other choices where the document of the service is silent: `{ order: 'shuffled' }`, or `contrary` for the first other choice of each assumption. `docs/reference/assumptions.md` lists the choices. */
  readonly assume?: string | readonly string[] | Readonly<Record<string, string>>
  /** `off`: there are no CORS headers, and a preflight is a request like any other. */
  readonly cors?: 'on' | 'off'
  /** Serves HTTPS. Without `tlsCert` the sandbox makes a certificate. */
  readonly tls?: boolean
  /** The file of a certificate in PEM, with its chain. Default: the sandbox makes a certificate. */
  readonly tlsCert?: string
  /** The file of the certificate's key, in PEM. */
  readonly tlsKey?: string
  /** A host name or an address for the certificate that the sandbox makes, or a list of them. localhost is always included. */
  readonly tlsName?: string | readonly string[]
  /** A host name under which the control API may be called, or a list of names. Loopback, IP addresses and names without a dot are always allowed. */
  readonly allowedHosts?: string | readonly string[]
  /** The control API requires this token as the bearer token. */
  readonly controlToken?: string
  /** Leaves out the `Sandbox-*` headers. */
  readonly bare?: boolean
  /** Counts requests and measures the sandbox, for Prometheus: `GET /_sandbox/metrics`. */
  readonly metrics?: boolean
  /** `text`, `json` or `silent` (the default). The log goes to standard output, or to the function `write` in `{ format, write }`. */
  readonly log?: LogFormat | LogOptions
  /** Another contract to serve. It shows in tests that the engine knows no animal. @internal */
  readonly contract?: string
  /** The code and data that belong to the other contract. @internal */
  readonly domain?: Domain
  /** Faults of a campaign. Nothing removes them while the sandbox runs. @internal */
  readonly faults?: FaultLayer
}

/** Requests per minute and per day. A missing number is taken from the contract. */
export interface PlanRates {
  /** Requests per minute. */
  readonly minute?: number
  /** Requests per day. */
  readonly day?: number
}
