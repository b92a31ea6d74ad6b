// The view of the requests: the search with its tools, the list, and the open request beside the list; before the first call, what a
// client needs to make it.

import { signal, useSignal } from '@preact/signals'
import card from '../../../spec/card.json'
import { count } from '../../ground/numbers.ts'
import { attempt } from '../api.ts'
import { firstCall } from '../contract.ts'
import { causeOf, headersOf } from '../entry.ts'
import { clearShown, saveHar } from '../list-actions.ts'
import { search } from '../navigate.ts'
import { Button, TextField } from '../parts/controls.tsx'
import { Text } from '../parts/show.tsx'
import { FIRST_CALL } from '../snippets.ts'
import { cleared, contract, copy, filter, isLoaded, list, opened, query, route, worlds } from '../state.ts'
import { Details } from './details.tsx'
import { nameOfCause } from './exchange.tsx'
import { RequestList } from './request-list.tsx'

export function Requests() {
  const entry = opened.value
  const { place } = route.value
  const isEmpty = list.all.value.length === 0 && cleared.value.length === 0 && query.value === ''
  if (isLoaded.value && isEmpty && place === '') return <FirstVisit />
  const all = count(list.all.value.length, 'request')
  return (
    <>
      <h1 class="hidden">Requests</h1>
      <Toolbar />
      <div class={`split${entry ? ' opened' : ''}`}>
        <section class="listing" aria-label="Requests">
          <RequestList />
          <p class="foot">
            <span>
              {list.shown.value.length === list.all.value.length ? all : `${list.shown.value.length.toLocaleString('en')} of ${all}`}
            </span>
            <span>Not listed: CORS preflights, calls of the control API, and these pages.</span>
          </p>
        </section>
        {entry && <Details entry={entry} key={entry.id} />}
        {!entry && place !== '' && isLoaded.value && <p class="missing">The journal does not have this request any more.</p>}
      </div>
    </>
  )
}

function Toolbar() {
  const [shown, isPaused] = [list.shown.value, list.isPaused.value]
  const waiting = list.matching.value.length - shown.length
  const number = shown.length.toLocaleString('en')
  const isNone = shown.length === 0
  // A suggestion takes the place of the last word.
  const [before = ''] = /^.*\s/s.exec(query.value) ?? []
  return (
    <div class="toolbar">
      <TextField
        label={<span class="hidden">Search</span>}
        class="search"
        id="search"
        type="search"
        value={query.value}
        placeholder="Search, or status:4xx world:w3"
        aria-describedby="not-understood"
        suggestions={suggestions.value.map((one) => before + one)}
        onFocus={suggestSearches}
        onInput={search}
      />
      <div class="actions">
        <Button
          name={isPaused ? `Paused${waiting > 0 ? `, ${waiting} new` : ''}` : 'Pause'}
          aria-pressed={isPaused}
          onClick={() => list.pause(!isPaused)}
        />
        <Button name={`HAR (${number})`} title="Save the shown requests as HAR" disabled={isNone} onClick={() => attempt(saveHar)} />
        <Button name={`Clear (${number})`} title="Clear the shown requests" disabled={isNone} onClick={clearShown} />
      </div>
      <p id="not-understood" class="problem" role="status">
        {filter.value.problems.join(' ')}
      </p>
    </div>
  )
}

const MAX_CASES = 100

/** Made when the reader enters the field, so that the list of a busy sandbox is looked through once. */
const suggestions = signal<readonly string[]>([])

function suggestSearches(): void {
  const entries = list.all.value
  const programs = entries.flatMap((entry) => headersOf(entry).filter(([name]) => /^user-agent$/i.test(name)))
  suggestions.value = [
    ...['status:failed', 'status:4xx', 'status:5xx', 'status:none'],
    ...[...new Set(entries.map(causeOf))].map((cause) => `cause:${nameOfCause(cause)}`),
    ...(contract.value?.operations ?? []).map(({ id }) => `operation:${id}`),
    ...(worlds.value ?? []).map(({ name }) => `world:${name}`),
    ...[...new Set(entries.flatMap(({ testCase }) => testCase?.name ?? []))].slice(0, MAX_CASES).map((name) => `case:"${name}"`),
    ...[...new Set(programs.map((header) => header.join(': ')))].slice(0, MAX_CASES).map((text) => `"${text}"`),
  ]
}

/** The page of a new sandbox. After the first call, the list of requests is shown instead. */
function FirstVisit() {
  const call = contract.value && firstCall(contract.value)
  const language = useSignal('curl')
  const code = (call && FIRST_CALL[language.value]?.(call)) ?? ''
  return (
    <div class="first page">
      <h1>Waiting for your first call</h1>
      <p class="lead">
        Give your client one of these base URLs, and one of these keys as <code>Authorization: Bearer</code>. This page then shows every
        call, and why it got its reply.
      </p>
      <div class="card">
        <Card />
      </div>
      <h2>Try it</h2>
      <div class="card">
        <p class="tools">
          {Object.keys(FIRST_CALL).map((name) => (
            <Button name={name} key={name} aria-pressed={name === language.value} onClick={() => (language.value = name)} />
          ))}
          <Button name="Copy" class="main" onClick={() => copy(code, `the call as ${language.value}`)} />
        </p>
        <Text>{code}</Text>
      </div>
      <p>
        <a href="/docs">The docs</a> show every operation and its scenarios, and make calls from this browser.
      </p>
    </div>
  )
}

/** The card: keys and base URLs to paste, and what a client sees with each. */
function Card() {
  const { basePath = '' } = contract.value ?? {}
  const rows = [
    { value: location.origin + basePath, sees: 'the service as it is' },
    ...card.urls.map(({ value, sees }) => ({ value: location.origin + value, sees })),
    ...card.keys,
  ]
  return (
    <table>
      <tbody>
        {rows.map(({ value, sees }) => (
          <tr key={value}>
            <td>
              <code>{value}</code>
            </td>
            <td>{sees.replaceAll('`', '')}</td>
            <td>
              <Button name="Copy" aria-label={`Copy ${value}`} onClick={() => copy(value, value)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
