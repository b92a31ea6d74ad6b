// `key` and `keys` mean the same: one is the name of the flag, which is repeatable, and the other the name for a list.

import { listOf, type Option, type Texts, texts } from './option.ts'

export interface Key {
  /** A key of your own, or a list of keys. Each is `<plan>:<key>` or `<plan>_<world>:<key>`. */
  readonly key?: Texts
}

export interface Keys extends Key {
  /** The same as `key`. */
  readonly keys?: Texts
}

const RULE = texts('be <plan>:<key> or <plan>_<world>:<key>')

export const key = {
  rule: RULE,
  read: ({ key }: Key) => listOf(key),
  flag: '--key <plan[_world]:key>',
  help: 'accept a string of your own as the key of a plan and world; repeatable',
} satisfies Option<Key>

export const keys = { rule: RULE, read: ({ key, keys }: Keys) => [...listOf(key), ...listOf(keys)] } satisfies Option<Keys>
