// API keys: `sandbox_<plan>` and `sandbox_<plan>_<world>`, and a user's own keys as aliases of these.

import { createHmac, randomBytes } from 'node:crypto'
import querystring from 'node:querystring'
import type { Caller, RequestRecord } from '../ground/generated/control.ts'
import { printable } from '../ground/printable.ts'
import { StartError } from '../ground/problem.ts'
import { didYouMean, findNearest, listChoices, shorten, show } from '../ground/words.ts'
import { describeNoWorld, isWorldName, renderKey } from '../ground/world-name.ts'

interface Holder {
  readonly plan: string
  readonly world: string
}

export interface Identity {
  readonly caller: Caller
  readonly world?: string
}

/** Keys that are always refused, to show a client how a refusal looks. */
const REFUSED: Readonly<Record<string, string>> = {
  expired: 'This API key has expired: the sandbox uses it as an example of an expired key',
  revoked: 'This API key was revoked: the sandbox uses it as an example of a revoked key',
}

/** An alias with this many characters is not an ordinary word. */
const MIN_SURE = 16

/** What programs send for a variable without a value, or for a placeholder. */
const UNSET = /^(undefined|null|none|nil|nan|\$\{?\w+\}?|<.*>|\{.*\}|%\w+%)$/i

/** What is left of `Bearer $KEY` when the variable is not set. */
const LONE = /^Bearer *$/i

export class Keys {
  readonly #plans: readonly string[]
  /** Different in each process, so that a digest tells nothing about a credential. */
  readonly #secret = randomBytes(32)
  readonly #aliases = new Map<string, Holder>()
  readonly #shape: RegExp

  /** Each alias is `<plan>:<key>` or `<plan>_<world>:<key>`. */
  constructor(plans: readonly string[], aliases: readonly string[] = []) {
    this.#plans = plans
    // The longest name comes first, so that `sandbox_pro_max` means the plan `pro_max` and not `pro`.
    const names = [...plans, ...Object.keys(REFUSED)].sort((a, b) => b.length - a.length).map((name) => name.replaceAll(/\W/g, '\\$&'))
    this.#shape = new RegExp(`^sandbox_(${names.join('|')})(?:_(.*))?$`, 's')
    for (const alias of aliases) this.#addAlias(alias)
  }

  /** Reads an `Authorization` header (RFC 6750 §2.1). */
  identify(header: string | undefined): Identity {
    const token = /^Bearer +(\S.*)$/i.exec(header ?? '')?.[1]
    if (token === undefined) {
      const refusal = { given: false, message: this.#describeMissing(header), ...(header && !LONE.test(header) && this.#digestOf(header)) }
      return { caller: { refusal } }
    }
    const holder = this.#aliases.get(token)
    if (holder) return { caller: { key: token, plan: holder.plan }, world: holder.world }
    const { plan, world } = this.#partsOf(token)
    if (plan === '') {
      const keys = listChoices(this.#plans.map((name) => renderKey(name)))
      const message = `This API key is not known${this.#suggest(token)} A key is ${keys}; to choose a world, add _<world>`
      return { caller: { refusal: { given: true, message, ...this.#digestOf(token) } } }
    }
    if (!isWorldName(world))
      return refuse(token, `This API key has a wrong world name: ${describeNoWorld(world, (name) => renderKey(plan, name))}`)
    const refused = REFUSED[plan]
    return refused ? { ...refuse(token, refused), world } : { caller: { key: token, plan }, world }
  }

  /** Whether a text is an alias or has the form of a key. Much cheaper than `identify`, so it may be asked for each word of a header. */
  isOwn(token: string): boolean {
    return this.#aliases.has(token) || this.#shape.test(token)
  }

  /** Whether a text can only be a key: a short alias may be an ordinary word. */
  isSurelyKey(text: string): boolean {
    return this.#aliases.has(text) ? text.length >= MIN_SURE : this.#shape.test(text)
  }

  /** The plan is empty when the text has not the form of a key. */
  #partsOf(token: string): Holder {
    const [, plan = '', world = 'default'] = this.#shape.exec(token) ?? []
    return { plan, world }
  }

  #digestOf(credential: string): { digest: string } {
    return { digest: createHmac('sha256', this.#secret).update(credential).digest('base64url').slice(0, 16) }
  }

  #describeMissing(header = ''): string {
    if (LONE.test(header)) return 'The API key behind "Bearer" is missing: it looks like a variable that is not set'
    if (this.isOwn(header)) return `Write "Bearer " before the key, as in "Authorization: Bearer ${header}"`
    return `Send your API key as "Authorization: Bearer <API_KEY>", for example ${renderKey(this.#plans[0] ?? '')}`
  }

  /** The key that a wrong key likely means, as the end of a sentence. */
  #suggest(token: string): string {
    if (UNSET.test(token)) return ': it looks like a variable that is not set.'
    const [, plan = ''] = /^["']?(?:sandbox[_-])?([^_"'-]*)/i.exec(token) ?? []
    const near = findNearest(plan, this.#plans)
    return near === undefined ? '.' : `: did you mean ${renderKey(near)}?`
  }

  #addAlias(alias: string): void {
    const stop = (reason: string) => {
      throw new StartError((optionName) => `${optionName('key')} ${printable(alias)}: ${reason}`)
    }
    const [, holder = '', key = ''] = /^([^:]*):?(.*)$/s.exec(alias) ?? []
    const { plan, world } = this.#partsOf(`sandbox_${holder}`)
    if (!this.#plans.includes(plan)) {
      const given = holder.split('_', 1)[0] ?? ''
      const plans = `. Write <plan>:<key> or <plan>_<world>:<key>, where plan is ${listChoices(this.#plans)}`
      stop(given === '' ? `the plan is missing${plans}` : `${show(given)} is not a plan${didYouMean(given, this.#plans, plans)}`)
    }
    if (!isWorldName(world)) stop(describeNoWorld(world, (name) => `${plan}_${name}:<key>`))
    if (key === '') stop(`the key is missing: write ${printable(holder)}:<key>`)
    if (!/^[!-~\u00a1-\u00ff]+$/.test(key)) stop('the key must have only characters that a header can have, and no blank')
    if (this.#aliases.has(key)) stop('this key is given twice')
    if (this.identify(`Bearer ${key}`).world !== undefined) stop(`${key} is a key of the sandbox already`)
    this.#aliases.set(key, { plan, world })
  }
}

/** The key has the sandbox's own form. So it is not a secret, and may be shown. */
const refuse = (key: string, message: string): Identity => ({ caller: { key, refusal: { given: true, message } } })

/** Finds a key where it should not stand, and names the place: `path` or `query api_key`. */
export const createKeySearch =
  (keys: Keys) =>
  ({ path = '', query = '' }: Partial<Pick<RequestRecord, 'path' | 'query'>>): string | undefined => {
    for (const segment of path.split('/')) if (keys.isSurelyKey(querystring.unescape(segment))) return 'path'
    for (const [name, value] of new URLSearchParams(query)) if (keys.isSurelyKey(value)) return `query ${shorten(name)}`
  }
