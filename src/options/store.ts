import type { Store } from '../worlds/store/store.ts'
import type { Option } from './option.ts'

export interface StoreOption {
  /** A store that keeps the worlds instead of a directory. It is closed together with the sandbox. */
  readonly store?: Store
}

export const store = {
  rule: { type: 'object', must: 'be a store, as the types of the library describe it' },
  read: ({ store }: StoreOption) => store,
} satisfies Option<StoreOption>
