// The fields for the key and for its world.

import { Suggestions } from '../parts/choices.tsx'
import { contract, worlds } from '../state.ts'
import { change, draft, withWorld, worldOfKey } from './draft.ts'

export function KeyFields() {
  const { key } = draft.value
  const plans = contract.value?.plans ?? []
  const world = worldOfKey(key)
  return (
    <div class="line-of">
      <label class="grow">
        API key, empty for none
        <input
          class="mono"
          list="key-choices"
          value={key}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => change({ key: event.currentTarget.value })}
        />
      </label>
      <Suggestions
        id="key-choices"
        values={[...plans.map((plan) => withWorld(`sandbox_${plan}`, world)), 'sandbox_expired', 'sandbox_revoked']}
      />
      <label>
        World of the key
        <input list="key-worlds" value={world} onChange={(event) => change({ key: withWorld(key, event.currentTarget.value.trim()) })} />
      </label>
      <Suggestions id="key-worlds" values={(worlds.value ?? []).map(({ name }) => name)} />
    </div>
  )
}
