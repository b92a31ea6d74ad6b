// Finds out who calls, by the bearer token, and in which world. Keys of the sandbox are no secrets; any other
// token is forgotten at once.

import type { Exchange } from '../../exchange.ts'
import type { Keys } from '../../worlds/keys.ts'
import type { Worlds } from '../../worlds/worlds.ts'

export function identifyCaller({ keys, worlds }: { keys: Keys; worlds: Worlds }) {
  return function identifyCaller(exchange: Exchange): Promise<void> | undefined {
    const { headers, switches } = exchange.request
    const { caller, world: named } = keys.identify(headers.authorization)
    exchange.caller = caller
    if (headers.authorization !== undefined && caller.key === undefined) {
      headers.authorization = '[redacted]'
      exchange.warnings.push('the Authorization header holds no key of this sandbox, perhaps a real one: its value is not kept')
    }
    const name = switches.world ?? named ?? 'default'
    const live = worlds.enterLive(name)
    if (live === undefined) return worlds.enter(name).then((world) => take(exchange, world))
    take(exchange, live)
  }
}

/** The world is left again when the exchange is recorded. */
function take(exchange: Exchange, world: Exchange['world']): void {
  exchange.world = world
  exchange.session = world.session
  exchange.arrived = world.session.clock.momentAt(exchange.arrived.real)
}
