// Prints, for each kind of hard JSON, how many times as long exact parsing takes as JSON.parse. It runs as a process of its
// own, because other code in the same process changes how fast the two are.

import { HARD_JSON } from './hard-json.ts'
import { compareParsers } from './processor-time.ts'

/** Below the limit of the test, so one measurement is enough. */
const ENOUGH = 25

const ratios = Object.entries(HARD_JSON).map(([kind, text]) => {
  let best = Number.POSITIVE_INFINITY
  // Processor time varies little, so a second measurement is rarely needed. Such a one takes longer, and so is more exact.
  for (let tries = 0; tries < 8 && best > ENOUGH; tries += 1) {
    const { plain, exact } = compareParsers(text, tries === 0 ? 5 : 30)
    best = Math.min(best, exact / plain)
  }
  return [kind, best]
})
process.stdout.write(JSON.stringify(Object.fromEntries(ratios)))
