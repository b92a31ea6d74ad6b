// The word of a run in the table.

import type { OutcomeName } from './outcomes.ts'
import type { RunReport } from './report.ts'

const WORDS: Readonly<Record<OutcomeName, string>> = {
  duplicate: 'twice',
  lost: 'lost',
  hammered: 'early',
  stuck: 'stuck',
  unfinished: 'unfinished',
  waited: 'waited',
  reported: 'told',
  ignored: 'ignored',
  recovered: 'ok',
  broke: 'broke',
}

/** In capital letters when the run fails. */
export function wordOf({ outcome, level, message }: Pick<RunReport, 'outcome' | 'level' | 'message'>): string {
  const word = outcome === 'hammered' && !message.includes('Retry-After') ? 'hammers' : WORDS[outcome]
  return level === 'fail' ? word.toUpperCase() : word
}
