// The page of a new sandbox: its base URL, its keys, and a command to copy. After the first call, the list of requests is shown
// instead.

import { useState } from 'preact/hooks'
import { copy } from '../feedback.ts'
import { Button } from '../parts/button.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { Text } from '../parts/scroll.tsx'
import { contract } from '../state.ts'

type Example = (url: string, key: string) => string

const EXAMPLES: Readonly<Record<string, Example>> = {
  curl: (url, key) => `curl -i '${url}' -H 'Authorization: Bearer ${key}'`,
  PowerShell: (url, key) => `Invoke-RestMethod '${url}' -Headers @{ Authorization = 'Bearer ${key}' }`,
  JavaScript: (url, key) => `console.log(await (await fetch('${url}', { headers: { authorization: 'Bearer ${key}' } })).text())`,
  Python: (url, key) => `import httpx; print(httpx.get('${url}', headers={'Authorization': 'Bearer ${key}'}).text)`,
  Go: (url, key) =>
    `request, _ := http.NewRequest("GET", "${url}", nil); request.Header.Set("Authorization", "Bearer ${key}"); response, err := http.DefaultClient.Do(request)`,
  Java: (url, key) =>
    `HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("${url}")).header("Authorization", "Bearer ${key}").build(), HttpResponse.BodyHandlers.ofString())`,
  Ruby: (url, key) => `require 'net/http'; puts Net::HTTP.get(URI('${url}'), { 'Authorization' => 'Bearer ${key}' })`,
}

export function FirstVisit() {
  const [language, setLanguage] = useState('curl')
  const { basePath = '', operations = [], plans = [] } = contract.value ?? {}
  const base = location.origin + basePath
  const first = operations.find(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required === true))
  const line = EXAMPLES[language]?.(location.origin + (first?.path ?? basePath), `sandbox_${plans[0] ?? 'free'}`) ?? ''
  const facts: Fact[] = [
    ['Base URL', [<code key="url">{base}</code>, <Button name="Copy" key="copy" onClick={() => void copy(base, 'the base URL')} />]],
    ['API keys', plans.map((plan) => <code key={plan}>sandbox_{plan}</code>)],
    [
      'A world of your own',
      <span key="world">
        Add a name to the key, for example <code>sandbox_{plans[0] ?? 'free'}_w1</code>. Each world has its own data, clock, limits and
        scenarios.
      </span>,
    ],
  ]
  return (
    <div class="first page">
      <h1>Waiting for your first call</h1>
      <p class="lead">
        This sandbox answers like the service, and gives the reason for each reply. Set the base URL of your client to the sandbox. This
        page will then show every call.
      </p>
      <div class="card">
        <Facts facts={facts} />
      </div>
      <h2>Try it</h2>
      <div class="card">
        <p class="tabs">
          {Object.keys(EXAMPLES).map((name) => (
            <Button name={name} key={name} aria-pressed={name === language} onClick={() => setLanguage(name)} />
          ))}
        </p>
        <Text>{line}</Text>
        <p class="tools">
          <Button name="Copy" class="main" onClick={() => void copy(line, 'the line')} />
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
