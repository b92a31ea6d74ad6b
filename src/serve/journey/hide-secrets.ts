// Hides the secrets of the request in what the other notes wrote down. So this note is the last one.

import type { Warning } from '../../ground/generated/control.ts'
import type { RequestContext } from './context.ts'

export function hideSecrets({ exchange, secrets }: RequestContext): void {
  if (secrets.isEmpty) return
  const { violations, warnings, testCase } = exchange
  for (const [index, violation] of violations.entries()) violations[index] = { ...violation, ...hidden(violation) }
  for (const [index, warning] of warnings.entries()) warnings[index] = { ...warning, ...hidden(warning) }
  if (testCase) exchange.testCase = { ...testCase, name: secrets.hideRepeated(testCase.name) }

  function hidden({ message, place }: Pick<Warning, 'message' | 'place'>) {
    return { message: secrets.hideRepeated(message), ...(place !== undefined && { place: secrets.hideRepeated(place) }) }
  }
}
