// What a rule is: a state for each world, fed with exchanges and with series, and a conclusion over the states of all worlds.
// A rule is a function of plain data: it knows no world, no journal and no clock.

import type { Exchange } from '../../record/exchange.ts'
import type { Callers } from '../callers.ts'
import type { Surroundings } from '../contract-facts.ts'
import type { Facts } from '../facts.ts'
import type { Finding, Level } from '../report.ts'
import type { JudgedSeries } from '../runs.ts'

/** What a rule may know beside exchanges. */
export interface WorldParts extends Surroundings {
  readonly world: string
  readonly callers: Pick<Callers, 'lastSeen'>
}

export interface Conclusion {
  /** Whether a client did what the rule is about. */
  readonly isExercised: boolean
  readonly findings: readonly Finding[]
  /** Said in place of the rule's own hint. */
  readonly hint?: string | undefined
}

export interface Rule<State> {
  readonly name: string
  /** The worst level that it can find. */
  readonly level: Level
  /** What a client has to do, in a sentence. */
  readonly asks: string
  /** What a client has shown that passes, in a sentence. */
  readonly shows: string
  /** What is not shown where nothing exercised it, and how to exercise it. */
  readonly hint: string
  /** Ids of the assumptions that it rests on: it then only advises. */
  readonly restsOn?: readonly string[]
  /** `seen` is the state that saw the world's exchanges so far, where series that are open are judged in a fresh one. */
  create(parts: WorldParts, seen?: State): State
  /** An exchange is over. */
  see?(state: State, exchange: Exchange, facts: Facts): void
  /** Nothing more comes of a series, or a report is asked for; then the state is a fresh one. */
  seeSeries?(state: State, series: JudgedSeries): void
  conclude(states: readonly State[]): Conclusion
}

/** A rule with its states, whatever they are. */
export interface SealedRule extends Pick<Rule<never>, 'name' | 'level' | 'asks' | 'shows' | 'hint' | 'restsOn'> {
  open(): RuleStates
}

export interface RuleStates {
  /** Begins to judge a world. */
  watch(parts: WorldParts): Watch
  /** What the rule makes of these worlds, with the series that are still open in them. */
  conclude(worlds: readonly { readonly name: string; readonly open: readonly JudgedSeries[] }[]): Conclusion
  forget(world: string): void
}

export interface Watch {
  readonly see: ((exchange: Exchange, facts: Facts) => void) | undefined
  readonly seeSeries: ((series: JudgedSeries) => void) | undefined
}

/** Hides what kind of state a rule has, so that all rules stand in one table. */
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
