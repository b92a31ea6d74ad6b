// The interface of a rule. A rule has a state for each world, gets exchanges and series, and draws a conclusion from the states of
// all worlds. It works on plain data, and uses no world, no journal and no clock.

import type { Exchange } from '../../exchange/exchange.ts'
import type { Callers } from '../callers.ts'
import type { Surroundings } from '../contract-facts.ts'
import type { Facts } from '../facts.ts'
import type { Finding, Level } from '../report.ts'
import type { JudgedSeries } from '../runs.ts'

/** The facts that a rule may use beside exchanges. */
export interface WorldParts extends Surroundings {
  readonly world: string
  readonly callers: Pick<Callers, 'lastSeen'>
}

export interface Conclusion {
  /** True when the run shows that the client keeps the rule. */
  readonly isExercised: boolean
  readonly findings: readonly Finding[]
  /** Replaces the hint of the rule. */
  readonly hint?: string | undefined
}

export interface Rule<State> {
  readonly name: string
  /** The worst level that a finding of the rule can have. */
  readonly level: Level
  /** A sentence that says what a client has to do. */
  readonly asks: string
  /** A sentence that says what a client with the verdict `passed` has shown. */
  readonly shows: string
  /** Why the rule was not exercised, and how to exercise it. */
  readonly hint: string
  /** Ids of the assumptions that the rule depends on. Such a rule gives only advice. */
  readonly restsOn?: readonly string[]
  /** Creates the state of a world. A report judges open series in a fresh state; `seen` is then the state that saw the exchanges. */
  create(parts: WorldParts, seen?: State): State
  /** Called when an exchange has ended. */
  see?(state: State, exchange: Exchange, facts: Facts): void
  /** Called when a series is settled. For a report it is also called with the open series, and then the state is a fresh one. */
  seeSeries?(state: State, series: JudgedSeries): void
  conclude(states: readonly State[]): Conclusion
}

/** A rule that hides the type of its states. */
export interface SealedRule extends Pick<Rule<never>, 'name' | 'level' | 'asks' | 'shows' | 'hint' | 'restsOn'> {
  open(): RuleStates
}

export interface RuleStates {
  /** Starts to judge a world. */
  watch(parts: WorldParts): Watch
  /** The conclusion of the rule on these worlds, with their open series. */
  conclude(worlds: readonly { readonly name: string; readonly open: readonly JudgedSeries[] }[]): Conclusion
  forget(world: string): void
}

export interface Watch {
  readonly see: ((exchange: Exchange, facts: Facts) => void) | undefined
  readonly seeSeries: ((series: JudgedSeries) => void) | undefined
}

/** Hides the type of the state of a rule, so that one table can have all rules. */
export function seal<State>(rule: Rule<State>): SealedRule {
  const { name, level, asks, shows, hint, restsOn } = rule
  return { name, level, asks, shows, hint, ...(restsOn && { restsOn }), open: () => openStates(rule) }
}

function openStates<State>({ create, see, seeSeries, conclude }: Rule<State>): RuleStates {
  const states = new Map<string, { readonly state: State; readonly parts: WorldParts }>()
  return {
    watch(parts) {
      const state = create(parts)
      states.set(parts.world, { state, parts })
      return {
        see: see && ((exchange, facts) => see(state, exchange, facts)),
        seeSeries: seeSeries && ((series) => seeSeries(state, series)),
      }
    },
    conclude(worlds) {
      const all = worlds.flatMap(({ name, open }) => {
        const known = states.get(name)
        if (known === undefined) return []
        if (seeSeries === undefined || open.length === 0) return [known.state]
        const fresh = create(known.parts, known.state)
        for (const series of open) seeSeries(fresh, series)
        return [known.state, fresh]
      })
      return conclude(all)
    },
    forget: (world) => void states.delete(world),
  }
}
