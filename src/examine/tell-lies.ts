// What a suite notices: one run for each lie about the replies that its client gets. This is about the tests, and never about the client.

import type { Lie as LieReport } from '../ground/generated/report.ts'
import { quote } from '../ground/shell.ts'
import { type Campaign, play } from './controls.ts'
import { createLies, type Lie } from './lies.ts'
import { nameOf, type PlannedRun } from './plan.ts'
import type { Trial } from './trial.ts'

export type LieResult = 'noticed' | 'unnoticed' | 'unmet'

/** The runs with lies, in the order of the suite's calls. */
export function planLies({ reference, contract }: Campaign, only: readonly string[] | undefined): PlannedRun[] {
  const lies = createLies(reference.places, contract).filter(({ operation }) => only === undefined || only.includes(operation))
  return lies.map((lie) => ({ call: lie.operation, fault: { ...lie, group: 'lies', lie } }))
}

/** Undefined when the campaign was interrupted. */
export async function tellLie(campaign: Campaign, planned: PlannedRun): Promise<LieResult | undefined> {
  const trial = await play(campaign, planned)
  return trial && resultOf(trial)
}

export function resultOf({ run }: Trial): LieResult {
  if (run.changed.size === 0) return 'unmet'
  return run.exitCode === 0 ? 'unnoticed' : 'noticed'
}

/** One entry for each operation and field. */
export function reportLies(results: ReadonlyMap<Lie, LieResult>, command: readonly string[]): LieReport[] {
  const groups = Map.groupBy(results, ([{ operation, field }]) => `${operation} ${field}`)
  return [...groups.values()].map((told) => {
    const [[{ operation, field }]] = told as [[Lie, LieResult]]
    const noticed = told.filter(([, result]) => result === 'noticed').map(([{ name }]) => name)
    return {
      ...{ operation, field },
      noticed: noticed.some((name) => !name.endsWith(':absent')) ? 'value' : noticed.length > 0 ? 'absence' : 'nothing',
      told: told.map(([{ name: lie, gives }, result]) => ({
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
