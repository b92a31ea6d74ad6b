import { type Option, wholeNumber } from './option.ts'

export interface MaxWorlds {
  /** How many worlds stay in memory. Default: 1,000. */
  readonly maxWorlds?: number
}

export const maxWorlds = {
  rule: wholeNumber(1, 1_000_000),
  read: ({ maxWorlds = 1000 }: MaxWorlds) => maxWorlds,
  flag: '--max-worlds <n>',
  help: 'how many worlds stay loaded; the world that is idle longest is unloaded first, and keeps only its data',
  preset: 1000,
} satisfies Option<MaxWorlds>
