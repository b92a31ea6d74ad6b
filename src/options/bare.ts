import { type Option, SWITCH } from './option.ts'

export interface Bare {
  /** Leaves out the `Sandbox-*` headers. */
  readonly bare?: boolean
}

export const bare = {
  rule: SWITCH,
  read: ({ bare = false }: Bare) => bare,
  flag: '--bare',
  help: 'send no Sandbox-* headers',
} satisfies Option<Bare>
