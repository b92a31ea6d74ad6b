// What a suite notices: one run for each lie about the replies that its client gets. This is about the tests, and never about the client.

import type { Lie as LieReport } from '../ground/generated/report.ts'
import type { Campaign } from './controls.ts'
import { findLies } from './lies.ts'
import { type PlannedRun, replayWith } from './plan.ts'
import type { Trial } from './trial.ts'

/** The runs with lies, in the order of the suite's calls. */
export const planLies = ({ reference, parts }: Campaign): PlannedRun[] =>
  findLies(
    reference.places.map(({ exchange }) => exchange),
    parts.contract,
  ).flatMap(([call, lies]) => lies.map(([name, gives, change]) => ({ call, fault: { name, gives, change, group: 'lies' } })))

const fieldOf = ({ planned: { fault } }: Trial) => fault.name.replace(/:[a-z]+$/, '')
const resultOf = ({ run }: Trial) => (run.changed.size === 0 ? 'unmet' : run.exitCode === 0 ? 'unnoticed' : 'noticed')

/** One entry for each operation and field. */
export const reportLies = (trials: readonly Trial[], command: readonly string[]): LieReport[] =>
  [...Map.groupBy(trials, (trial) => `${trial.planned.call} ${fieldOf(trial)}`).values()].map((group) => {
    const told = group.map((trial) => {
      const { name: lie, gives = '' } = trial.planned.fault
      return { lie, gives, result: resultOf(trial), replay: replayWith(trial.planned, command) } as const
    })
    const noticed = told.filter(({ result }) => result === 'noticed')
    const isChecked = noticed.some(({ lie }) => !lie.endsWith(':absent'))
    const [first] = group as [Trial]
    const how = isChecked ? 'value' : noticed.length > 0 ? 'absence' : 'nothing'
    return { operation: first.planned.call, field: fieldOf(first), noticed: how, told }
  })

/** The part of the contract that the suite depends on, sorted, so that two versions can be compared. */
export const listNeeds = (lies: readonly LieReport[]) =>
  lies
    .filter(({ noticed }) => noticed !== 'nothing')
    .map(({ operation, field, noticed }) => ({ operation, field, need: noticed === 'value' ? 'checked' : 'needed' }))
    .sort((one, other) => (`${one.operation} ${one.field}` < `${other.operation} ${other.field}` ? -1 : 1))
