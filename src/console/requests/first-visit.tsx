// The page before the first call: the card, and a call in some languages.

import card from '../../../spec/card.json'
import { Button, Card, Table, Text } from '../parts.tsx'
import { about, copy, operations } from '../state.ts'

/** /docs shows every call in more languages. */
const FIRST_CALL: Readonly<Record<string, (url: string, key: string) => string>> = {
  curl: (url, key) => `curl -i ${url} -H 'Authorization: Bearer ${key}'`,
  JavaScript: (url, key) => `const response = await fetch('${url}', { headers: { authorization: 'Bearer ${key}' } })
console.log(response.status, await response.text())`,
  Python: (url, key) => `import httpx

response = httpx.get('${url}', headers={'Authorization': 'Bearer ${key}'})
print(response.status_code, response.text)`,
  Go: (url, key) => `request, _ := http.NewRequest("GET", "${url}", nil)
request.Header.Set("Authorization", "Bearer ${key}")
response, err := http.DefaultClient.Do(request)`,
}

export function FirstVisit() {
  const { url: base = '' } = about.value ?? {}
  const first = operations.value.find(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required === true))
  const url = base + (first?.path ?? '')
  const calls = Object.entries(FIRST_CALL).map(([language, render]) => [language, render(url, card.keys[0]?.value ?? '')] as const)
  return (
    <div class="first page">
      <h1>Waiting for your first call</h1>
      <p>
        Give your client one of these base URLs, and one of these keys as <code>Authorization: Bearer</code>. This page then shows every
        call, and why it got its reply.
      </p>
      <div class="grid">
        <Card title="Keys and base URLs">
          <Table
            heads={['paste', 'what a client sees', <span class="hidden">actions</span>]}
            rows={[
              { value: base, sees: 'the service as it is' },
              ...card.urls.map(({ value, sees }) => ({ value: location.origin + value, sees })),
              ...card.keys,
            ].map(({ value, sees }) => [
              <code>{value}</code>,
              sees.replaceAll('`', ''),
              <Button name="Copy" aria-label={`Copy ${value}`} onClick={() => copy(value, value)} />,
            ])}
          />
        </Card>
        <section class="card">
          {calls.map(([language, code]) => (
            <div key={language}>
              <p class="tools">
                <b class="grow">{language}</b>
                <Button name="Copy" aria-label={`Copy the call for ${language}`} onClick={() => copy(code, `the call for ${language}`)} />
              </p>
              <Text>{code}</Text>
            </div>
          ))}
        </section>
      </div>
    </div>
  )
}
