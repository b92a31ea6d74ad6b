// Plays what was asked for instead of, or on top of, the real reply: by header, by `Prefer`, by base URL, or on the
// world, the strongest first. A switch that is wrong is refused, never ignored.

import type { Operation } from '../../contract/operations.ts'
import type { Generate } from '../../contract/prism.ts'
import type { Exchange, Reply, ScenarioSwitch } from '../../exchange.ts'
import { Problem, type Refusal } from '../../problem.ts'
import type { Catalogue } from '../../scenarios/catalogue.ts'
import { hits, type Played, playAll, playOnce } from '../../scenarios/player.ts'
import { type Preference, parsePrefer, stepOf } from '../../scenarios/prefer.ts'
import type { Setup } from '../../scenarios/scenario.ts'
import { parseScenarioHeader } from '../../scenarios/switches.ts'

export interface ScenarioParts {
  readonly catalogue: Catalogue
  readonly generate: Generate
  readonly renderProblem: (refusal: Refusal) => unknown
  readonly realm: string
}

interface Asked {
  readonly setup: Setup
  readonly run?: string | undefined
}

const MAX_PARSED = 1000
/** The world remembers every run for a while. */
const MAX_RUN = 64

export function scenario({ catalogue, generate, renderProblem, realm }: ScenarioParts) {
  const parsed = new Map<string, Asked>()

  return function scenario(exchange: Exchange): Reply | Promise<Reply> | undefined {
    const { request, session } = exchange
    const { headers, switches } = request
    const { play } = session
    const header = headers['sandbox-scenario']
    if (exchange.switchFault) throw new Problem('invalid_scenario', exchange.switchFault)
    // All switches are read before one is followed: a wrong one is refused even where a stronger one wins.
    const byHeader = header === undefined ? undefined : read(`header ${header}`, () => parseScenarioHeader(String(header)))
    const byUrl = switches.scenario && read(`url ${request.prefix}`, () => switches.scenario as ScenarioSwitch)
    const preference =
      headers.prefer === undefined || exchange.operation === undefined ? undefined : parsePrefer(String(headers.prefer), exchange.operation)

    if (byHeader && hits(byHeader.setup, exchange)) return perform([playOnce(byHeader.setup, exchange, play, byHeader.run)], exchange)
    if (preference) return follow(preference, exchange)
    if (byUrl && hits(byUrl.setup, exchange)) return perform([playOnce(byUrl.setup, exchange, play, byUrl.run)], exchange)
    if (play.active.length > 0) return perform(playAll(play, exchange), exchange)
  }

  /** Errors are forced like any; what a success would look like Prism knows. */
  function follow(preference: Preference, exchange: Exchange): Reply | Promise<Reply> | undefined {
    if (preference.code !== undefined && preference.code >= 400) {
      const [step] = catalogue.setUp({ steps: [stepOf(preference)] }).steps
      return perform([step && { name: 'prefer', step }], exchange)
    }
    return generate(exchange.operation as Operation, preference).then((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'Preference-Applied': preference.applied },
      because: ';name=prefer',
    }))
  }

  /** Sets a switch up; the same text comes with every request of a test, and is read once. */
  function read(text: string, parse: () => ScenarioSwitch): Asked {
    const known = parsed.get(text)
    if (known) return known
    const asked = parse()
    if ((asked.run ?? '').length > MAX_RUN) throw new Problem('invalid_scenario', `run must be at most ${MAX_RUN} letters long`)
    const ready = { setup: catalogue.setUp(asked), run: asked.run }
    if (parsed.size === MAX_PARSED) parsed.delete(parsed.keys().next().value ?? '')
    parsed.set(text, ready)
    return ready
  }

  function perform(met: readonly (Played | undefined)[], exchange: Exchange): Reply | undefined {
    const played = met.filter((one) => one !== undefined && one.step.actions.length > 0) as Played[]
    if (played.length === 0) return undefined
    exchange.played = played
    const { random } = exchange.session.play
    for (const { step } of played) {
      for (const { effect, value } of step.actions) effect.prepare?.(value, exchange, { step: step.values, random, renderProblem, realm })
    }
    for (const { step } of played) {
      for (const { effect, value } of step.actions) {
        const reply = effect.answer?.(value, exchange, { step: step.values, random, renderProblem, realm })
        if (reply) return reply
      }
    }
  }
}
