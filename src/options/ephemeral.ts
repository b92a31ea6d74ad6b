import { type Option, SWITCH } from './option.ts'

export interface Ephemeral {
  /** Keeps the worlds in memory only. This is the default, unless `data` names a directory. */
  readonly ephemeral?: boolean
}

export const ephemeral = {
  rule: SWITCH,
  read: ({ ephemeral = false }: Ephemeral) => ephemeral,
  flag: '--ephemeral',
  help: 'keep everything in memory and leave nothing behind',
  excludes: ['data', 'store'],
} satisfies Option<Ephemeral>
