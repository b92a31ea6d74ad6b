// The page of a new sandbox: its base URL, its keys, and code to copy. After the first call, the list of requests is shown
// instead. The facts stand in the reference too.

import { exampleRequest } from '../contract.ts'
import { copy } from '../feedback.ts'
import { Button, Snippet } from '../parts/controls.tsx'
import { Facts } from '../parts/show.tsx'
import { FIRST_SNIPPETS } from '../snippets.ts'
import { contract } from '../state.ts'

export function FirstVisit() {
  const { operations = [], plans = [] } = contract.value ?? {}
  const first = operations.find(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required === true))
  const request = contract.value && first && exampleRequest(contract.value, first, `sandbox_${plans[0]}`)
  return (
    <div class="first page">
      <h1>Waiting for your first call</h1>
      <p class="lead">
        This sandbox answers like the service, and gives the reason for each reply. Set the base URL of your client to the sandbox. This
        page will then show every call.
      </p>
      <div class="card">
        <StartFacts />
      </div>
      <h2>Try it</h2>
      <div class="card">{request && <Snippet request={request} snippets={FIRST_SNIPPETS} />}</div>
    </div>
  )
}

/** What a client needs to call the sandbox: its base URL, the keys, and a world. */
export function StartFacts() {
  const { basePath = '', plans = [] } = contract.value ?? {}
  const base = location.origin + basePath
  const url = [<code key="url">{base}</code>, <Button name="Copy" key="copy" onClick={() => void copy(base, 'the base URL')} />]
  return (
    <Facts
      facts={[
        ['Base URL', url],
        ['API keys', plans.map((plan) => <code key={plan}>sandbox_{plan}</code>)],
        ['Header', <code key="header">Authorization: Bearer sandbox_{plans[0]}</code>],
        [
          'A world of your own',
          [<code key="world">sandbox_{plans[0]}_w1</code>, 'Each world has its own data, clock, limits and scenarios.'],
        ],
      ]}
    />
  )
}
