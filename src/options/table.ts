// The options of start, in the order of the help: the values that each takes, its setting, and its flag. sandbox-options.ts has their types.
// The settings, the flags, the variables and the table in docs/reference/options.md derive from this list.

import { isObject } from '../contract/json/json.ts'
import { BOUNDS } from '../ground/bounds.ts'
import { assume } from './assume.ts'
import { log } from './log.ts'
import { choice, FILE, HOST, listOf, MAX_SECONDS, type Option, SWITCH, text, texts, wholeNumber } from './option.ts'
import { enterpriseLimits, planLimits } from './plan-limits.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { tls, tlsCert, tlsKey, tlsName } from './tls.ts'

const KEYS = texts('be <plan>:<key> or <plan>_<world>:<key>')
const OBJECT = { must: 'be an object', fits: isObject }

export const table = {
  port: {
    rule: wholeNumber(0, 65_535),
    read: ({ port = 0 }) => port,
    flag: '-p, --port <n>',
    help: 'port to listen on; 0 picks a free one',
    preset: 4010,
  },
  host: {
    rule: text('be an address or a host name'),
    read: ({ host = '127.0.0.1' }) => host,
    flag: '--host <address>',
    help: 'address to listen on',
    preset: '127.0.0.1',
  },
  data: {
    rule: text('be the path of a directory'),
    flag: '--data <dir>',
    help: 'the directory that keeps the worlds',
    preset: 'data',
    excludes: ['store'],
  },
  ephemeral: {
    rule: SWITCH,
    flag: '--ephemeral',
    help: 'keep everything in memory and leave nothing behind',
    excludes: ['data', 'store'],
  },
  durable: {
    rule: SWITCH,
    flag: '--durable',
    help: 'acknowledge a change only when the disk has it, so that a power failure loses nothing',
    excludes: ['ephemeral', 'store'],
  },
  store: {
    rule: {
      must: 'be a URL such as redis://host:6379/0, or a store, as the types of the library describe it',
      fits: (value: unknown) => (typeof value === 'string' ? /^(redis|valkey)s?:\/\/[^\s/?#]+/.test(value) : isObject(value)),
      isSecret: true,
    },
    flag: '--store <url>',
    help: 'keep the worlds in Redis or Valkey, for several sandboxes: redis://host:6379/0',
  },
  seed: {
    rule: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    flag: '--seed <n>',
    help: 'make the fixtures from this number instead of using the fixtures of the package',
  },
  size: { rule: wholeNumber(0, 1_000_000), flag: '--size <n>', help: 'make fixtures with this many items of each kind' },
  key: {
    rule: KEYS,
    flag: '--key <plan[_world]:key>',
    help: 'accept a string of your own as the key of a plan and world; repeatable',
  },
  // `key` and `keys` mean the same: one is the name of the repeatable flag, and the other the name for a list.
  keys: { rule: KEYS, read: ({ key, keys }) => [...listOf(key), ...listOf(keys)] },
  limits: {
    rule: choice('on', 'off'),
    /** Whether requests are counted. */
    read: ({ limits = 'on' }) => limits === 'on',
    flag: '--limits <on|off>',
    help: 'count requests, and refuse requests over the limit',
    preset: 'on',
  },
  enterpriseLimits,
  planLimits,
  banAfter: {
    rule: wholeNumber(1, 1_000_000),
    flag: '--ban-after <n>',
    help: 'ban a key after this many early requests after a 429; default: as the contract says',
  },
  banFor: {
    rule: {
      must: `be a number of seconds above 0, at most ${MAX_SECONDS}`,
      fits: (value: unknown) => typeof value === 'number' && value > 0 && value <= MAX_SECONDS,
      isNumber: true,
    },
    flag: '--ban-for <seconds>',
    help: 'how long a ban lasts; default: as the contract says',
  },
  maxWorlds: {
    rule: wholeNumber(1, 1_000_000),
    read: ({ maxWorlds = 1000 }) => maxWorlds,
    flag: '--max-worlds <n>',
    help: 'how many worlds stay loaded; the world that is idle longest is unloaded first, and keeps only its data',
    preset: 1000,
  },
  maxWorldBytes: {
    rule: wholeNumber(1, 64 * 1024 * 1024),
    flag: '--max-world-bytes <n>',
    help: 'how many bytes the items of one world may have as JSON',
    preset: BOUNDS.worldBytes,
  },
  scenarios: {
    rule: texts('be the path of a directory'),
    read: ({ scenarios }) => listOf(scenarios),
    flag: '--scenarios <dir>',
    help: 'a directory of your own scenarios; repeatable',
    isPath: true,
  },
  assume,
  cors: {
    rule: choice('on', 'off'),
    read: ({ cors = 'on' }) => cors === 'on',
    flag: '--cors <on|off>',
    help: 'answer browsers of any origin',
    preset: 'on',
  },
  tls,
  tlsCert,
  tlsKey,
  tlsName,
  allowedHosts: {
    rule: texts('be a host name, with or without a port', HOST),
    read: ({ allowedHosts }) => listOf(allowedHosts),
    flag: '--allowed-hosts <host>',
    help: 'a host name by which clients may call the control API; repeatable',
  },
  controlToken: {
    // A token that a client can send in a header. Node.js takes at most 16 KiB of headers.
    rule: {
      ...text(
        'have at most 1024 characters, only those that a header can have (ASCII), without a blank at either end',
        /^[!-~]([ -~]{0,1022}[!-~])?$/,
      ),
      isSecret: true,
    },
    flag: '--control-token <token>',
    help: 'demand this bearer token for the control API',
  },
  bare: { rule: SWITCH, read: ({ bare = false }) => bare, flag: '--bare', help: 'send no Sandbox-* headers' },
  metrics: { rule: SWITCH, flag: '--metrics', help: 'serve numbers for Prometheus at /_sandbox/metrics' },
  log,
  contract: { rule: FILE, isInternal: true },
  domain: { rule: OBJECT, isInternal: true },
  faults: { rule: OBJECT, isInternal: true },
} satisfies { [Name in keyof Required<SandboxOptions>]: Option }

type Table = typeof table

/** The settings that the parts of a sandbox use: each option, checked and with its default. @internal */
export type Settings = {
  readonly [Name in keyof Table]: Table[Name] extends { read: (options: SandboxOptions) => infer Setting } ? Setting : SandboxOptions[Name]
}

/** Each option by its name. @internal */
export const OPTIONS: readonly (readonly [name: string, Option])[] = Object.entries(table)
