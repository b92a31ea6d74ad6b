// Hides the secrets of the request in what the other notes wrote down. So this note is the last one.

import type { Violation, Warning } from '../../exchange/violation.ts'
import type { RequestContext } from '../context.ts'

export function hideSecrets({ exchange, secrets }: RequestContext): void {
  if (secrets.found === undefined) return
  hideIn(exchange.violations, (violation): Violation => ({ ...violation, ...hidden(violation) }))
  hideIn(exchange.warnings, (warning): Warning => ({ ...warning, ...hidden(warning) }))
  if (exchange.testCase) exchange.testCase = { ...exchange.testCase, name: secrets.hideRepeated(exchange.testCase.name) }

  function hidden({ message, place }: Pick<Warning, 'message' | 'place'>) {
    return { message: secrets.hideRepeated(message), ...(place !== undefined && { place: secrets.hideRepeated(place) }) }
  }
}

function hideIn<Item>(list: Item[], change: (item: Item) => Item): void {
  for (const [index, item] of list.entries()) list[index] = change(item)
}
