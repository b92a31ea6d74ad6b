import { type Option, wholeNumber } from './option.ts'

export interface Size {
  /** Makes this many items of each kind as fixtures. */
  readonly size?: number
}

export const size = {
  rule: wholeNumber(0, 1_000_000),
  read: ({ size }: Size) => size,
  flag: '--size <n>',
  help: 'make fixtures with this many items of each kind',
} satisfies Option<Size>
