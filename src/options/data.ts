import { type Option, text } from './option.ts'

export interface Data {
  /** The directory that keeps the worlds. Default: memory only. */
  readonly data?: string
}

export const data = {
  rule: text('be the path of a directory'),
  read: ({ data }: Data) => data,
  flag: '--data <dir>',
  help: 'the directory that keeps the worlds',
  preset: 'data',
  excludes: ['store'],
} satisfies Option<Data>
