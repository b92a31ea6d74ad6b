// Checks the options of a sandbox by spec/options.schema.json, and turns them into settings. A StartError names the wrong option and what
// to write instead. The command, its variables and the pages use the same list.

import schema from '../../spec/options.schema.json' with { type: 'json' }
import { type Choices, parseChoices, readChoices } from '../contract/assumptions.ts'
import { describePlaces } from '../contract/describe-errors.ts'
import { isObject } from '../contract/json/json.ts'
import { createOptionCheck } from '../contract/schema.ts'
import type { Assumption } from '../ground/generated/control.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import { readUserFile } from '../ground/regular-file.ts'
import { logTo } from '../record/log.ts'
import type { SandboxOptions } from './generated/sandbox-options.ts'

/** What the command and its pages read of an option. */
interface Option {
  readonly type?: string | readonly string[]
  /** Set when the option can be given several times. */
  readonly items?: object
  /** As in `-p, --port <n>`. Absent when only the library has the option. */
  readonly 'x-flag'?: string
  readonly 'x-help'?: string
  /** The default of the command. */
  readonly 'x-default'?: string | number
  /** Whether the values are paths. The variable separates them like `PATH`. */
  readonly 'x-paths'?: boolean
  readonly 'x-excludes'?: readonly string[]
}

/** In the order of the help. */
export const OPTIONS: readonly (readonly [name: string, Option])[] = Object.entries(schema.$defs.options.properties)

export const EXCLUSIVE = OPTIONS.flatMap(([name, { 'x-excludes': others = [] }]) => others.map((other) => [name, other] as const))

/** Each option, checked and with its default. @internal */
export type Settings = ReturnType<typeof createSettings>

const check = createOptionCheck(schema, 'options')

export async function readOptions(options: SandboxOptions): Promise<Settings> {
  await check(options)
  const given: Readonly<Record<string, unknown>> = { ...options }
  for (const [one, other] of EXCLUSIVE) if (isGiven(given[one]) && isGiven(given[other])) refuseBoth(one, other)
  return createSettings(options)
}

/** Most defaults of the library stand here, the others in create-parts.ts. */
function createSettings(options: SandboxOptions) {
  const { port = 0, host = '127.0.0.1', limits = 'on', maxWorlds = 1000, cors = 'on', bare = false, log = 'silent' } = options
  return {
    ...options,
    port,
    host,
    maxWorlds,
    bare,
    key: asList(options.key),
    /** Whether requests are counted. */
    limits: limits === 'on',
    planLimits: readPlanLimits(options),
    scenarios: asList(options.scenarios),
    /** Only the contract knows the choices. */
    assume: (assumptions: readonly Assumption[]) => readAssume(options.assume, assumptions),
    cors: cors === 'on',
    tls: readTls(options),
    allowedHosts: asList(options.allowedHosts),
    log: typeof log === 'string' ? logTo(process.stdout, log) : log,
  }
}

function readPlanLimits({ planLimits = {}, enterpriseLimits }: SandboxOptions) {
  if (enterpriseLimits === undefined) return planLimits
  if (planLimits.enterprise !== undefined) refuseBoth('enterpriseLimits', 'planLimits', '.enterprise')
  const [minute = 0, day = 0] = enterpriseLimits.split('/').map(Number)
  return { ...planLimits, enterprise: { minute, day } }
}

/** The files of a certificate and its key, or the names of a certificate to make. */
export type TlsOptions = NonNullable<ReturnType<typeof readTls>>

/** Undefined for plain HTTP. Every option about a certificate asks for HTTPS. */
function readTls(options: SandboxOptions) {
  const { tls, tlsCert: cert, tlsKey: key, tlsName } = options
  const given = (['tlsCert', 'tlsKey', 'tlsName'] as const).find((name) => isGiven(options[name]))
  if (given !== undefined && tls === false) refuseBoth('tls', given)
  if (given === undefined && tls !== true) return undefined
  if (isGiven(cert) !== isGiven(key))
    throw new StartError(
      (optionName) => `${optionName(isGiven(cert) ? 'tlsKey' : 'tlsCert')} is missing: give certificate and key together`,
    )
  return { cert, key, names: asList(tlsName) }
}

/** `false` and an empty list count as not given. */
const isGiven = (value: unknown) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)

function refuseBoth(one: string, other: string, place = ''): never {
  throw new StartError((optionName) => `${optionName(one)} and ${optionName(other)}${place} cannot be combined: leave out one of them`)
}

export const asList = (given: string | readonly string[] = []): readonly string[] => (typeof given === 'string' ? [given] : given)

async function readAssume(given: SandboxOptions['assume'], assumptions: readonly Assumption[]): Promise<Choices> {
  try {
    if (isObject(given)) return readChoices(given, assumptions)
    const read = asList(given).map(async (text) =>
      text.startsWith('@') ? readChoicesFile(text.slice(1), assumptions, 'assume', text) : parseChoices([text], assumptions),
    )
    return Object.assign({}, ...(await Promise.all(read)))
  } catch (error) {
    throw error instanceof StartError ? error : new StartError((optionName) => `${optionName('assume')}: ${messageOf(error)}`)
  }
}

/** A file with one choice a line, such as `order: shuffled`. `option` has named the file, as `named`. */
export async function readChoicesFile(file: string, assumptions: readonly Assumption[], option: string, named = file): Promise<Choices> {
  const { parseYaml } = await import('../contract/json/yaml.ts')
  const { value, placeOf } = parseYaml(readUserFile(file, option, named), file)
  if (!isObject(value)) throw new StartError(`${file}: write one choice a line, for example order: shuffled`)
  return readChoices(value, assumptions, (mistakes) => new StartError(describePlaces(mistakes, file, placeOf).join('\n')))
}
