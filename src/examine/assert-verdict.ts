// The verdict as an assertion. Vitest, Jest and node:test all show the message of an AssertionError.

import { AssertionError } from 'node:assert'
import { fromCaller } from '../client/sandbox-error.ts'
import { isObject } from '../contract/json/json.ts'
import type { Policy } from '../ground/generated/policy.ts'
import type { Report } from '../ground/generated/report.ts'
import { harmless } from '../ground/printable.ts'
import { StartError } from '../ground/problem.ts'
import { show } from '../ground/words.ts'
import { renderFindings } from './formats/text.ts'
import { applyPolicy, refuseMistakes } from './policy.ts'

/**
 * Throws an AssertionError when the client failed. Its message has the reasons and the findings. Throws a StartError for a wrong argument.
 *
 *     assertVerdict(await sandbox.report(), { exempt: [{ rule: 'key-not-in-url', reason: 'a worker ends it' }] })
 */
export function assertVerdict(report: Report, policy: Policy = {}): void {
  const judged = fromCaller(assertVerdict, () => {
    refuseNoReport(report)
    refuseMistakes(policy)
    return applyPolicy(report, policy)
  })
  if (judged.verdict !== 'failed') return
  // Without `actual` and `expected`, as in assert.fail(), no runner adds a diff to the findings.
  const error = new AssertionError({
    message: `The client failed.\n${renderFindings(harmless(judged))}`,
    operator: 'fail',
    stackStartFn: assertVerdict,
  })
  // Node.js 24 notes the style of its diff here, and Vitest would print this word as a diff.
  Reflect.deleteProperty(error, 'diff')
  throw error
}

function refuseNoReport(given: unknown): void {
  if (isObject(given) && given.version === 3) return
  const shown = given instanceof Promise ? 'a promise of a report' : show(given)
  throw new StartError(`assertVerdict takes a report, got ${shown}: write assertVerdict(await sandbox.report())`)
}
