// The fields for the key and for its world.

import { TextField } from '../parts/choices.tsx'
import { contract, worlds } from '../state.ts'
import { change, draft, withWorld, worldOfKey } from './draft.ts'

export function KeyFields() {
  const { key } = draft.value
  const plans = contract.value?.plans ?? []
  const world = worldOfKey(key)
  return (
    <div class="line-of">
      <TextField
        label="API key, empty for none"
        class="grow"
        isCode
        value={key}
        suggestions={[...plans.map((plan) => withWorld(`sandbox_${plan}`, world)), 'sandbox_expired', 'sandbox_revoked']}
        onInput={(text) => change({ key: text })}
      />
      <TextField
        label="World of the key"
        value={world}
        suggestions={(worlds.value ?? []).map(({ name }) => name)}
        onChange={(name) => change({ key: withWorld(key, name.trim()) })}
      />
    </div>
  )
}
