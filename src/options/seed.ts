import { type Option, wholeNumber } from './option.ts'

export interface Seed {
  /** Makes new fixtures from this seed number, instead of the committed fixtures. */
  readonly seed?: number
}

export const seed = {
  rule: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  read: ({ seed }: Seed) => seed,
  flag: '--seed <n>',
  help: 'make the fixtures from this number instead of using the fixtures of the package',
} satisfies Option<Seed>
