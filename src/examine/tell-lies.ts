// What a suite notices: one run for each lie about the replies that its client gets. This is about the tests, and never about the client.

import type { Lie as LieReport } from '../ground/generated/report.ts'
import { quote } from '../ground/shell.ts'
import type { Campaign } from './controls.ts'
import { createLies } from './lies.ts'
import { nameOf, type PlannedRun } from './plan.ts'
import type { Trial } from './trial.ts'

/** The runs with lies, in the order of the suite's calls. */
export function planLies({ reference, contract }: Campaign, only: readonly string[] | undefined): PlannedRun[] {
  const lies = createLies(reference.places, contract).filter(({ operation }) => only === undefined || only.includes(operation))
  return lies.map((lie) => ({ call: lie.operation, fault: { ...lie, group: 'lies', lie } }))
}

const resultOf = ({ run }: Trial) => (run.changed.size === 0 ? 'unmet' : run.exitCode === 0 ? 'unnoticed' : 'noticed')

/** One entry for each operation and field. */
export function reportLies(trials: readonly Trial[], command: readonly string[]): LieReport[] {
  const told = trials.flatMap((trial) => {
    const { lie } = trial.planned.fault
    return lie === undefined ? [] : [{ ...lie, result: resultOf(trial) } as const]
  })
  return [...Map.groupBy(told, ({ operation, field }) => `${operation} ${field}`).values()].map((group) => {
    const noticed = group.filter(({ result }) => result === 'noticed')
    const isChecked = noticed.some(({ name }) => !name.endsWith(':absent'))
    const [{ operation = '', field = '' } = {}] = group
    return {
      ...{ operation, field },
      noticed: isChecked ? 'value' : noticed.length > 0 ? 'absence' : 'nothing',
      told: group.map(({ name: lie, gives, result }) => ({
        ...{ lie, gives, result },
        replay: `petstore-sandbox exec --inject '${nameOf({ call: operation, fault: lie })}' -- ${command.map(quote).join(' ')}`,
      })),
    }
  })
}

/** The part of the contract that the suite depends on, sorted, so that two versions can be compared. */
export const listNeeds = (lies: readonly LieReport[]) =>
  lies
    .filter(({ noticed }) => noticed !== 'nothing')
    .map(({ operation, field, noticed }) => ({ operation, field, need: noticed === 'value' ? 'checked' : 'needed' }))
    .sort((one, other) => (`${one.operation} ${one.field}` < `${other.operation} ${other.field}` ? -1 : 1))
