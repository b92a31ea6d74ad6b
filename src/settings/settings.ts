// Checks the options of a sandbox and fills in the defaults. The result is the settings, which the parts of the sandbox
// use. A StartError names the wrong option and what to write instead.

import { validateWith } from '../contract/schema.ts'
import { type Spell, StartError } from '../errors/problem.ts'
import type { TlsOptions } from '../http/certificate.ts'
import type { LogOptions } from '../journal/log.ts'
import { logTo } from '../journal/log-stream.ts'
import { isObject } from '../json/json.ts'
import type { FaultLayer } from '../scenarios/fault-layer.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'
import type { Store } from '../worlds/store/store.ts'
import type { Domain, PlanRates, SandboxOptions } from './options.ts'
import { mustBeOneOf, OPTION_NAMES, OPTIONS, ruleAt } from './options-schema.ts'

export interface Settings {
  readonly port: number
  readonly host: string
  /** Without `data` and `store` the worlds are kept in memory only. */
  readonly data: string | undefined
  readonly store: Store | undefined
  readonly seed: number | undefined
  readonly size: number | undefined
  readonly keys: readonly string[]
  /** Whether requests are counted. */
  readonly enforced: boolean
  readonly planLimits: Readonly<Record<string, PlanRates>>
  readonly banAfter: number | undefined
  readonly banFor: number | undefined
  readonly maxWorlds: number
  readonly maxWorldBytes: number | undefined
  readonly scenarios: readonly string[]
  readonly cors: boolean
  /** Undefined when the sandbox serves plain HTTP. */
  readonly tls: TlsOptions | undefined
  readonly scheme: 'http' | 'https'
  readonly allowedHosts: readonly string[]
  readonly controlToken: string | undefined
  readonly bare: boolean
  readonly log: LogOptions
  readonly contract: string | undefined
  readonly domain: Domain | undefined
  readonly faults: FaultLayer | undefined
}

/** Pairs of options that cannot be combined. */
export const EXCLUSIVE: readonly (readonly [keyof SandboxOptions, keyof SandboxOptions])[] = [
  ['ephemeral', 'data'],
  ['ephemeral', 'store'],
  ['data', 'store'],
  ['tlsCert', 'tlsName'],
  ['tlsKey', 'tlsName'],
]

export function readSettings(options: SandboxOptions): Settings {
  refuseViolations(options)
  for (const [one, other] of EXCLUSIVE) if (isGiven(options[one]) && isGiven(options[other])) refuseBoth(one, other)
  const {
    port = 0,
    host = '127.0.0.1',
    data,
    store,
    seed,
    size,
    limits = 'on',
    banAfter,
    banFor,
    maxWorlds = 1000,
    maxWorldBytes,
  } = options
  const { key, keys, scenarios, cors = 'on', allowedHosts, controlToken, bare = false, contract, domain, faults } = options
  const tls = readTls(options)
  return {
    port,
    host,
    data,
    store,
    seed,
    size,
    keys: [...listOf(key), ...listOf(keys)],
    enforced: limits === 'on',
    planLimits: readPlanLimits(options),
    banAfter,
    banFor,
    maxWorlds,
    maxWorldBytes,
    scenarios: listOf(scenarios),
    cors: cors === 'on',
    tls,
    scheme: tls === undefined ? 'http' : 'https',
    allowedHosts: listOf(allowedHosts),
    controlToken,
    bare,
    log: readLog(options),
    contract,
    domain,
    faults,
  }
}

const listOf = (given: string | readonly string[] = []): readonly string[] => (typeof given === 'string' ? [given] : given)

/** Whether an option is really given. A switch that is off, and an empty list, count as not given. */
const isGiven = (value: unknown) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)

function readPlanLimits({ enterpriseLimits, planLimits = {} }: SandboxOptions): Settings['planLimits'] {
  if (enterpriseLimits === undefined) return planLimits
  if (planLimits.enterprise !== undefined) refuseBoth('enterpriseLimits', 'planLimits', '.enterprise')
  if (typeof enterpriseLimits !== 'string') return { ...planLimits, enterprise: enterpriseLimits }
  const [minute = 0, day = 0] = enterpriseLimits.split('/').map(Number)
  return { ...planLimits, enterprise: { minute, day } }
}

/** Whether the options ask for HTTPS. Every option about a certificate asks for HTTPS. */
export const wantsTls = ({ tls, tlsCert, tlsKey, tlsName }: SandboxOptions) => [tls, tlsCert, tlsKey, tlsName].some(isGiven)

function readTls(options: SandboxOptions): TlsOptions | undefined {
  const { tls, tlsCert: cert, tlsKey: key, tlsName: names = [] } = options
  const [flat] = (['tlsCert', 'tlsKey', 'tlsName'] as const).filter((name) => isGiven(options[name]))
  if (flat !== undefined && (isObject(tls) || tls === false)) refuseBoth('tls', flat)
  if (!wantsTls(options)) return undefined
  if (isObject(tls)) return checkCertificate(tls as TlsOptions, { cert: 'tls.cert', key: 'tls.key' })
  const certificate = { ...(cert !== undefined && { cert }), ...(key !== undefined && { key }), names }
  return checkCertificate(certificate, { cert: 'tlsCert', key: 'tlsKey' })
}

function checkCertificate(tls: TlsOptions, nameOf: { readonly cert: string; readonly key: string }): TlsOptions {
  const { cert, key, names } = tls
  if (isGiven(cert) !== isGiven(key))
    throw new StartError((spell) => `${spell(cert === undefined ? nameOf.cert : nameOf.key)} is missing: give certificate and key together`)
  if (isGiven(cert) && isGiven(names)) refuseBoth(nameOf.cert, 'tls.names')
  return tls
}

function readLog({ log = 'silent' }: SandboxOptions): LogOptions {
  return typeof log === 'string' ? logTo(process.stdout, log) : log
}

function refuseBoth(one: string, other: string, place = ''): never {
  throw new StartError((spell) => `${spell(one)} and ${spell(other)}${place} cannot be combined: leave out one of them`)
}

let validate: ReturnType<typeof validateWith> | undefined

function refuseViolations(options: unknown): void {
  validate ??= validateWith(OPTIONS)
  const path = validate(options)[0]?.path ?? findMore(options as SandboxOptions)
  if (path) throw new StartError((spell) => describe(path, options, spell))
}

/** The path to a place in the options, for example `['planLimits', 'free', 'minute']`. */
type Path = readonly (string | number)[]

/** Finds faults that JSON Schema cannot find: a `write` that is not a function, and bigints instead of numbers. */
function findMore(options: SandboxOptions): Path | undefined {
  const bigint = Object.entries(options).find(([, value]) => typeof value === 'bigint')
  if (bigint) return [bigint[0]]
  const { log } = options
  return isObject(log) && typeof log.write !== 'function' ? ['log', 'write'] : undefined
}

function describe(path: Path, options: unknown, spell: Spell): string {
  const rule = ruleAt(path)
  if (rule === undefined) return describeUnknown(path.slice(0, -1), String(path.at(-1)))
  const { must, choices, isSecret = false } = rule
  const value = path.reduce<unknown>((inside, step) => (inside as Record<string, unknown>)[step], options)
  const place = placeOf(path, spell)
  if (isSecret) return `${place} must ${must}`
  if (typeof value !== 'string' || choices === undefined) return `${place} must ${must}, got ${show(value)}`
  const near = findNearest(value, choices)
  return `${place} must ${mustBeOneOf(choices)}, got ${show(value)}${near === undefined ? '' : `: did you mean ${near}?`}`
}

function describeUnknown(path: Path, name: string): string {
  const known = path.length === 0 ? OPTION_NAMES : Object.keys(ruleAt(path)?.properties ?? {})
  const place = path.map((step) => `${step}.`).join('')
  const near = findNearest(name, known)
  return `${place}${name} is not an option${near === undefined ? `; the options are ${known.join(', ')}` : `: did you mean ${place}${near}?`}`
}

/** The name of a place, for example `planLimits.free.minute`. For a list, the name of the list. */
function placeOf([option, ...inside]: Path, spell: Spell): string {
  if (option === undefined) return 'the options'
  return [spell(String(option)), ...inside.filter((step) => typeof step === 'string')].join('.')
}
