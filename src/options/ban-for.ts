import { MAX_SECONDS, type Option } from './option.ts'

export interface BanFor {
  /** How long a ban lasts, in seconds. */
  readonly banFor?: number
}

export const banFor = {
  rule: {
    must: `be a number of seconds above 0, at most ${MAX_SECONDS}`,
    fits: (value: unknown) => typeof value === 'number' && value > 0 && value <= MAX_SECONDS,
    isNumber: true,
  },
  read: ({ banFor }: BanFor) => banFor,
  flag: '--ban-for <seconds>',
  help: 'how long a ban lasts; default: as the contract says',
} satisfies Option<BanFor>
