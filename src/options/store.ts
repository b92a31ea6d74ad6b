import { isObject } from '../json/json.ts'
import type { Store } from '../worlds/store/store.ts'
import type { Option } from './option.ts'

export interface StoreOption {
  /**
   * Keeps the worlds in Redis or Valkey instead of a directory, so that several sandboxes share them:
   * `redis://user:password@host:6379/0?prefix=mine:`. Or a store of your own, which is closed together with the sandbox.
   */
  readonly store?: string | Store
}

export const store = {
  rule: {
    must: 'be a URL such as redis://host:6379/0, or a store, as the types of the library describe it',
    fits: (value: unknown) => (typeof value === 'string' ? /^(redis|valkey)s?:\/\/[^\s/?#]+/.test(value) : isObject(value)),
    isSecret: true,
  },
  read: ({ store }: StoreOption) => store,
  flag: '--store <url>',
  help: 'keep the worlds in Redis or Valkey, for several sandboxes: redis://host:6379/0',
} satisfies Option<StoreOption>
