// The report of `exec --assume each`, in the formats of a campaign of faults.

import { formatsOf } from '../../inject/formats/formats.ts'
import type { Summary } from '../../inject/formats/summary.ts'
import type { Case } from '../../report/formats/cases.ts'
import { shorten } from '../../report/formats/plain.ts'
import { count } from '../../text/count.ts'
import type { ChoiceRun, ChoicesReport } from './run-choices.ts'

export const CHOICE_FORMATS = formatsOf<ChoicesReport>({ title: 'Other choices', summarise, casesOf })

const MAX_FAILURE = 60

function summarise({ verdict, runs }: ChoicesReport): Summary {
  const failed = runs.filter(({ hasFailed }) => hasFailed)
  const ids = [...new Set(failed.map(idOf))].join(', ')
  const rows = runs.map(({ choice, exitCode, verdict, failure }) => ({
    ...{ call: choice, method: '', others: '', words: [String(exitCode), verdict, shorten(failure, MAX_FAILURE)] },
  }))
  return {
    ...{ isFailed: verdict === 'failed', head: 'With the defaults: passed.', drift: '', legend: '', notes: '' },
    table: { faults: ['exit code', 'verdict', 'what failed first'], rows },
    causes: failed.map((run) => ({
      ...{ word: 'FAILED', outcome: 'failed', isBad: true, place: run.choice, also: '', message: describeFailure(run), replay: run.replay },
    })),
    end: `${count(runs.length, 'other choice')} tried: your suite depends on ${ids === '' ? 'none of them' : ids}.`,
  }
}

function casesOf({ runs }: ChoicesReport): Case[] {
  return runs.map((run) => {
    const text = [run.summary, run.failure, run.replay].filter((line) => line !== '').join('\n')
    return { name: run.choice, ...(run.hasFailed ? { failure: { message: describeFailure(run), text } } : { remark: text }) }
  })
}

const idOf = ({ choice }: ChoiceRun) => choice.split('=')[0]

const describeFailure = (run: ChoiceRun) =>
  `Your suite fails with ${run.choice}: "${run.summary.split('. ')[0]?.replace(/\.$/, '')}." Your client, or a test of it, depends on ${idOf(run)}.`
