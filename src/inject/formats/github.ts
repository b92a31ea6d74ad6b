// The report of a campaign as annotations of GitHub Actions: one for the verdict, and one for each cause.

import { annotation } from '../../report/formats/github.ts'
import { harmless } from '../../report/formats/plain.ts'
import type { InjectReport } from '../report.ts'
import { isBad } from '../words.ts'
import { endOf, groupsOf } from './text.ts'

const MAX_CAUSES = 50

export function renderGithub(given: InjectReport): string {
  const report = harmless(given)
  const verdict = annotation(report.verdict === 'passed' ? 'notice' : 'error', 'fault injection', [endOf(report)])
  const causes = groupsOf(report)
    .slice(0, MAX_CAUSES)
    .map(({ first, others }) => {
      const also = others.length === 0 ? [] : [`the same in ${others.length} more runs`]
      return annotation(isBad(first) ? 'error' : 'warning', `${first.outcome}: ${first.call} × ${first.fault}`, [
        first.message,
        ...also,
        first.replay,
      ])
    })
  return [verdict, ...causes].map((line) => `${line}\n`).join('')
}
