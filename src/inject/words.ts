// The word that the table shows for the outcome of a run.

import type { OutcomeName, RunReport } from './report.ts'

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
export function wordOf(run: Pick<RunReport, 'outcome' | 'level' | 'rule' | 'exempted'>): string {
  const { outcome, rule } = run
  const word = outcome === 'hammered' && rule !== 'honours-retry-after' ? 'hammers' : WORDS[outcome]
  return isBad(run) ? word.toUpperCase() : word
}

export const isBad = ({ level, exempted }: Pick<RunReport, 'level' | 'exempted'>) => level === 'fail' && exempted === undefined
