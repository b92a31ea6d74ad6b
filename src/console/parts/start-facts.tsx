// What a client needs to call the sandbox: its base URL, the keys, and a world.

import { copy } from '../feedback.ts'
import { contract } from '../state.ts'
import { Button } from './button.tsx'
import { Facts } from './facts.tsx'

export function StartFacts() {
  const { basePath = '', plans = [] } = contract.value ?? {}
  const base = location.origin + basePath
  return (
    <Facts
      facts={[
        ['Base URL', [<code key="url">{base}</code>, <Button name="Copy" key="copy" onClick={() => void copy(base, 'the base URL')} />]],
        ['API keys', plans.map((plan) => <code key={plan}>sandbox_{plan}</code>)],
        ['Header', <code key="header">Authorization: Bearer sandbox_{plans[0]}</code>],
        [
          'A world of your own',
          <span key="world">
            Add a name to the key, for example <code>sandbox_{plans[0]}_w1</code>. Each world has its own data, clock, limits and scenarios.
          </span>,
        ],
      ]}
    />
  )
}
