import { MAX_SECONDS, type Option } from './option.ts'

export interface BanFor {
  /** How long a ban lasts, in seconds. */
  readonly banFor?: number
}

export const banFor = {
  rule: { type: 'number', exclusiveMinimum: 0, maximum: MAX_SECONDS, must: `be a number of seconds above 0, at most ${MAX_SECONDS}` },
  read: ({ banFor }: BanFor) => banFor,
  flag: '--ban-for <seconds>',
  help: 'how long a ban lasts; default: as the contract says',
} satisfies Option<BanFor>
