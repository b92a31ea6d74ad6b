// What every format, and the console, shows of the lies of a campaign: a table with a row for each operation and a column for each field,
// and the lies that nobody noticed.

import type { Lie as LieReport } from '../../ground/generated/report.ts'

export interface LieTable {
  readonly head: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly operation: string; readonly words: readonly string[] }[]
  readonly unnoticed: readonly { readonly sentence: string; readonly replay: string }[]
}

/** These columns come last. */
const LIST_FIELDS = ['items', 'stale', 'link']

/** Undefined when no lie was told. */
export function describeLies(lies: readonly LieReport[]): LieTable | undefined {
  if (lies.length === 0) return undefined
  const told = lies.flatMap((one) => one.told.filter(({ result }) => result !== 'unmet'))
  const fields = [...new Set(lies.map(({ field }) => field))]
  const columns = [...fields.filter((field) => !LIST_FIELDS.includes(field)), ...LIST_FIELDS.filter((field) => fields.includes(field))]
  return {
    head: `What your tests notice: ${told.filter(({ result }) => result === 'noticed').length} of ${told.length} lies`,
    columns,
    rows: [...Map.groupBy(lies, ({ operation }) => operation)].map(([operation, own]) => ({
      ...{ operation, words: columns.map((column) => wordOf(own.find(({ field }) => field === column))) },
    })),
    unnoticed: lies.flatMap(({ operation, field, told }) =>
      told
        .filter(({ result }) => result === 'unnoticed')
        .map(({ gives, replay }) => ({ sentence: `${operation}.${field}: the replies had ${gives}, and your tests passed.`, replay })),
    ),
  }
}

/** What was noticed of a field: `value`, `fewer, none`; `-` for nothing, `.` for a lie that no call met. */
function wordOf(report: LieReport | undefined): string {
  if (report === undefined) return ''
  if (report.told.every(({ result }) => result === 'unmet')) return '.'
  const kinds = report.told.filter(({ result }) => result === 'noticed').map(({ lie }) => lie.split(':')[1] ?? 'value')
  return kinds.length === 0 ? '-' : kinds.map((kind) => KINDS[kind] ?? kind).join(', ')
}

const KINDS: Readonly<Record<string, string>> = { other: 'value', absent: 'absence' }
