// What test runners write: which test failed, that a test reached its time limit, and that tests were skipped or run again.

import { shorten } from '../ground/words.ts'

const MAX_LINES = 4
const MAX_LINE = 160

/** How Vitest, Jest, node:test, TAP, pytest, Go and others name a failed test or its error. A name before a parenthesis is code. */
const FAILURE_LINE = /\bFAIL|[×✕✖✗]|\bnot ok\b|\w(Error|Exception)\b(?!\()|^Error\b|^E {2}|_test\.go:\d+:/
/** Lines of a stack and of source code, headings, rulers, and empty lines. */
const NOISE = /^\s+(at|except|raise|with) |^\s*(>|"""|\d+ ?\|)|^✖ failing tests:|^Node\.js v|^\s*[\^~]*$|^[=_]{3}/

/** The first lines that name a failed test, or else the last line. Lines of a run without a fault are left out, whatever their numbers. */
export function firstFailure(output: string, usual: readonly { readonly output: string }[]): string {
  const withoutNumbers = (line: string) => line.replaceAll(/\(?[\d.]+(?: ?m?s\b)?\)?/g, '').trimEnd()
  const known = new Set(usual.flatMap((run) => run.output.split('\n').map(withoutNumbers)))
  const lines = output.split('\n').filter((line) => !known.has(withoutNumbers(line)) && !NOISE.test(line))
  const failures = lines.filter((line) => FAILURE_LINE.test(line))
  // pytest writes an E before the words of an error, and shows source code and docstrings between them.
  const isOfPytest = failures.some((line) => /^E {2}/.test(line))
  const words = failures.filter((line) => !isOfPytest || /^(E {2}|FAILED)/.test(line)).map((line) => line.replace(/^E {2}/, '').trim())
  const shown = words.length > 0 ? [...new Set(words)].slice(0, MAX_LINES) : lines.slice(-1)
  return shown.map((line) => shorten(line.trim(), MAX_LINE)).join(' / ')
}

/** How a test reaches its own time limit: Vitest, node:test and Go, Jest, Mocha, pytest-timeout. `timeout of 4000ms exceeded` is axios. */
const OUT_OF_TIME = /\b([Tt]est|Hook) timed out\b|\btimeout of \d+ ms for a \w+|\bTimeout of \d+ms exceeded(?=\. For\b)|\bTimeout >\d/

export const outOfTime = (output: string) => OUT_OF_TIME.exec(output)?.[0]

/** No words in the name of a file: `tests/rerun/rerun_all.py`. No code, which runners show: `retried += 1`. */
const RERUNS =
  /(?:\b\d+ )?(?<![\w/\\.-])(?:skip|re-?run|flaky|retried|retry x)\w*(?![/.-]?\w|\(| +(?:[-+=!<>]?=|[<>] |in \D\w*[(:]))(?:[: =]*\d+)?|\b\d+(?:st|nd|rd|th) retry\b|\bretrying (?:\w+ )?(?:fixture|tests?)\b|\bfixture\b.*\bretrying\b|\b(?:RSpec::Retry|MinitestRetry|AUTO-RETRY SCENARIO)\b/gi

/** Words about skipped and repeated tests, with their numbers, and about repeated fixtures. */
export const listReruns = (output: string) => [...output.matchAll(RERUNS)].map(([words]) => words.trim().toLowerCase())

export const describeRerun = (rerun: string | undefined) => rerun && `your tests or their runner did this: the output says "${rerun}"`

export const lacksPort = (output: string) => /\bEADDRINUSE\b|\baddress already in use\b/i.test(output)
