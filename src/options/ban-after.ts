import { type Option, wholeNumber } from './option.ts'

export interface BanAfter {
  /** A key is banned after this many early requests following a 429. */
  readonly banAfter?: number
}

export const banAfter = {
  rule: wholeNumber(1, 1_000_000),
  read: ({ banAfter }: BanAfter) => banAfter,
  flag: '--ban-after <n>',
  help: 'ban a key after this many early requests after a 429; default: as the contract says',
} satisfies Option<BanAfter>
