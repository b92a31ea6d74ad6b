// The legend below the table of a campaign. The words that are not here have an explanation of their own below it.

import { printable } from '../../text/printable.ts'
import { isBad, wordOf } from '../outcomes.ts'
import { nameSome } from '../plan.ts'
import type { InjectReport, RunReport } from '../report.ts'

const LEGEND = {
  ok: 'the suite passed',
  told: 'the suite failed, so the client told its caller of the error; this is as good as ok',
  '.': 'the fault does not suit the call',
}

/** `cells` are the words and dots of the table. */
export function legendOf({ runs, reasons }: InjectReport, cells: readonly string[]): string {
  const words = new Set([...runs.map(wordOf), ...cells])
  const bad = runs.filter(isBad).length
  // With more reasons than bad runs, the policy lets advice fail too.
  const onlyCapitals = bad < runs.length && reasons.length <= bad
  const lucky = runs.filter(isLucky)
  return [
    ...Object.entries(LEGEND).flatMap(([word, means]) => (words.has(word) ? `${word}: ${means}` : [])),
    ...(onlyCapitals ? ['Only words in capital letters fail.'] : []),
    ...(lucky.length > 0 ? [printable(`${nameSome(lucky)}: ${LUCKY}`)] : []),
  ].join('\n')
}

/** The client sent a creation again after an error that does not say whether the first one was carried out. */
const isLucky = ({ outcome, carriedOut, fault, target, tries }: RunReport) =>
  outcome === 'recovered' && !carriedOut && target.startsWith('POST ') && fault !== 'rate-limited' && tries.length > 1

const LUCKY =
  'ok, because the fault did not carry the creation out. The client cannot know that: with lost-reply, a client that creates again without a look creates twice.'
