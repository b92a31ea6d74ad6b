// Turns the verdict into an assertion for the test runners of JavaScript. Vitest, Jest and node:test all show the message of
// an AssertionError.

import { AssertionError } from 'node:assert'
import type { Policy } from '../../spec/policy.ts'
import type { Report } from '../../spec/report.ts'
import { isObject } from '../json/json.ts'
import { harmless } from '../text/printable.ts'
import { show } from '../text/show.ts'
import { renderFindings } from './formats/text.ts'
import { applyPolicy } from './verdict.ts'

/**
 * Throws an AssertionError when the client failed. Its message has the reasons and the findings.
 *
 *     assertVerdict(await sandbox.report(), { exempt: [{ rule: 'key-not-in-url', reason: 'a worker ends it' }] })
 */
export function assertVerdict(report: Report, policy: Policy = {}): void {
  if (report instanceof Promise)
    throw new TypeError('assertVerdict takes a report, got a promise of a report: write await sandbox.report()')
  if (!isReport(report))
    throw new TypeError(`assertVerdict takes a report, got ${show(report)}: write assertVerdict(await sandbox.report())`)
  const judged = applyPolicy(report, policy)
  if (judged.verdict !== 'failed') return
  // As assert.fail() does: without `actual` and `expected`, no runner adds a diff of "failed" and "passed" to the findings.
  const error = new AssertionError({
    message: `The client failed.\n${renderFindings(harmless(judged))}`,
    operator: 'fail',
    stackStartFn: assertVerdict,
  })
  // Node.js 24 notes the style of its diff here, and Vitest would print this word as a diff.
  Reflect.deleteProperty(error, 'diff')
  throw error
}

const isReport = (given: unknown): given is Report =>
  isObject(given) && Array.isArray(given.rules) && isObject(given.coverage) && given.version === 3
