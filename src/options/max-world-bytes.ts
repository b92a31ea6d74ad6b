import { BOUNDS } from '../exchange/bounds.ts'
import { type Option, wholeNumber } from './option.ts'

export interface MaxWorldBytes {
  /** The most bytes that the items of one world may take as JSON text. Default: 256 MiB. */
  readonly maxWorldBytes?: number
}

export const maxWorldBytes = {
  rule: wholeNumber(1, 400 * 1024 * 1024),
  read: ({ maxWorldBytes }: MaxWorldBytes) => maxWorldBytes,
  flag: '--max-world-bytes <n>',
  help: 'how many bytes the items of one world may have as JSON',
  preset: BOUNDS.worldBytes,
} satisfies Option<MaxWorldBytes>
