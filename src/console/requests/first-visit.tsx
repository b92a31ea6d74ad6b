// The page of a new sandbox: its base URL, its keys, and code to copy. After the first call, the list of requests is shown
// instead.

import { useState } from 'preact/hooks'
import { copy } from '../feedback.ts'
import { Button } from '../parts/button.tsx'
import { Text } from '../parts/scroll.tsx'
import { StartFacts } from '../parts/start-facts.tsx'
import { SNIPPETS } from '../snippets.ts'
import { contract } from '../state.ts'

const LANGUAGES: typeof SNIPPETS = {
  ...SNIPPETS,
  PowerShell: ({ origin, target, headers }) =>
    `Invoke-RestMethod '${origin}${target}' -Headers @{ ${headers.map(([name, value]) => `${name} = '${value}'`).join('; ')} }`,
}

export function FirstVisit() {
  const [language, setLanguage] = useState('curl')
  const { basePath = '', operations = [], plans = [] } = contract.value ?? {}
  const { origin } = location
  const first = operations.find(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required === true))
  const headers = [['Authorization', `Bearer sandbox_${plans[0] ?? 'free'}`]] as const
  const code = LANGUAGES[language]?.({ method: 'GET', origin, target: first?.path ?? basePath, headers }).trim() ?? ''
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
      <div class="card">
        <p class="tabs">
          {Object.keys(LANGUAGES).map((name) => (
            <Button name={name} key={name} aria-pressed={name === language} onClick={() => setLanguage(name)} />
          ))}
        </p>
        <Text>{code}</Text>
        <p class="tools">
          <Button name="Copy" class="main" onClick={() => void copy(code, 'the code')} />
          <a href="/#compose">or send a request from this page</a>
        </p>
      </div>
      <ul class="dim plain">
        <li>
          To see how your client handles errors, <a href="/#switches">put a scenario on a world</a>.
        </li>
        <li>
          The <a href="/docs">reference</a> has every operation, parameter, limit and error, and <a href="/docs/guides">the guides</a>{' '}
          explain the rest.
        </li>
      </ul>
    </div>
  )
}
