// Rate limits of one world: an account for each plan, and for each address without a key. account.ts counts. Nothing here waits, so the
// counts are exact even with many parallel requests.

import type { Choices } from '../contract/assumptions.ts'
import type { Contract, Plan } from '../contract/contract.ts'
import { BOUNDS } from '../ground/bounds.ts'
import type { Count, LimitChange, LimitState, Moment, WindowName } from '../ground/generated/control.ts'
import { Account, showNothing } from './account.ts'
import type { Clock } from './clock.ts'

/** The limits at the sandbox's start. Without `enforced` nothing is counted, and replies show full windows. */
export interface LimitRules extends Pick<Contract, 'ban'> {
  readonly plans: readonly Pick<Plan, 'name' | 'minute' | 'day'>[]
  readonly enforced: boolean
}

export class Limits {
  readonly #rules: LimitRules
  readonly #clock: Clock
  readonly #plans: ReadonlyMap<string, Account>
  readonly #addresses = new Map<string, Account>()
  isSet = false

  constructor(rules: LimitRules, clock: Clock) {
    this.#rules = rules
    this.#clock = clock
    this.#plans = new Map(rules.plans.map((plan) => [plan.name, new Account(plan, rules.ban)]))
  }

  /** Counts a request, or refuses it. `arrived` decides only whether it came too early. */
  count(plan: string, arrived: Moment, choices: Choices): Count {
    const now = this.#clock.moment()
    const account = this.#accountOf(plan)
    return this.#rules.enforced ? account.count(arrived, now, choices) : account.show(now, choices)
  }

  /** For a request without a valid key. The count of its address is only shown, and refuses nothing. */
  countAddress(address: string, choices: Choices): Count {
    const now = this.#clock.moment()
    if (choices['no-key'] === 'zero') return showNothing(now)
    let account = this.#addresses.get(address)
    if (account === undefined) {
      if (this.#addresses.size === BOUNDS.addresses) this.#addresses.delete(this.#addresses.keys().next().value ?? '')
      account = new Account(this.#rules.plans[0], this.#rules.ban)
      this.#addresses.set(address, account)
    }
    return this.#rules.enforced ? account.serve(now, choices) : account.show(now, choices)
  }

  /** Takes back the count of a served request. Returns undefined when nothing is counted. */
  giveBack(plan: string, choices: Choices): Count | undefined {
    return this.#rules.enforced ? this.#accountOf(plan).giveBack(this.#clock.moment(), choices) : undefined
  }

  /** A window of the plan, as a reply would show it. Counts nothing. */
  show(plan: string, window: WindowName, choices: Choices): Count {
    return this.#accountOf(plan).show(this.#clock.moment(), choices, window)
  }

  state(plan: string): LimitState {
    return this.#accountOf(plan).state(this.#clock.moment())
  }

  /** Changes a plan's windows, and lifts a ban. */
  set(plan: string, change: LimitChange): void {
    this.#accountOf(plan).set(change, this.#clock.now())
    this.isSet = true
  }

  #accountOf(plan: string): Account {
    return this.#plans.get(plan) as Account
  }
}
