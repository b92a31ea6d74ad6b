// The frame of the page: the header, the view below it, and what stands over the page.

import type { ComponentType } from 'preact'
import { Button, readField } from './parts.tsx'
import { Report } from './report/report-view.tsx'
import { Requests } from './requests/requests.tsx'
import { renderRoute, VIEWS, type View } from './route.ts'
import { connection, isLocked, notice, route, title, token, trouble, visited, worlds } from './state.ts'
import { marksOf } from './worlds/world-list.tsx'
import { Worlds } from './worlds/worlds.tsx'

const CONTENT: Readonly<Record<View, ComponentType>> = {
  requests: Requests,
  worlds: Worlds,
  report: Report,
}

export function App() {
  const { view } = route.value
  const Content = CONTENT[view]
  return (
    <>
      <Button name="Skip to the content" class="skip" onClick={() => document.getElementById('main')?.focus()} />
      <Header />
      <main class={`view-${view}`} id="main" tabIndex={-1}>
        {trouble.value !== '' && (
          <p class="banner" role="alert">
            {trouble.value}
          </p>
        )}
        <Content />
      </main>
      <p class="notice" role="status">
        {notice.value}
      </p>
      {isLocked.value && <Unlock />}
    </>
  )
}

function Header() {
  return (
    <header class="top">
      <a class="brand" href="/">
        <img src="/console/favicon.svg" alt="" width="22" height="22" />
        <span>{title.value} Sandbox</span>
      </a>
      <nav aria-label="Views">
        {(Object.keys(VIEWS) as View[]).map((view) => (
          <a key={view} href={renderRoute(visited.value[view] ?? { view })} aria-current={route.value.view === view ? 'page' : undefined}>
            {VIEWS[view]}
          </a>
        ))}
        <a href="/docs">Docs</a>
        <a href="/docs/guides">Guides</a>
      </nav>
      <Changed />
      <span class={`connection ${connection.value === 'live' ? 'good' : 'bad'}`}>{connection.value}</span>
    </header>
  )
}

/** Worlds with a scenario or another time. Every view links to them, because a surprising reply may come from there. */
function Changed() {
  const [first, ...others] = worlds.value?.filter((one) => marksOf(one).length > 0) ?? []
  return (
    <div class="changed">
      {first && (
        <a class="badge forced" href={renderRoute({ view: 'worlds', place: first.name })}>
          {first.name}: {marksOf(first).join(', ')}
        </a>
      )}
      {others.length > 0 && (
        <a class="badge forced" href={renderRoute({ view: 'worlds' })}>
          {others.length} more
        </a>
      )}
    </div>
  )
}

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal()

/** Asks for the control token, once for each tab. */
function Unlock() {
  const unlock = (form: HTMLFormElement) => {
    // A header cannot have these letters, so no token has them. With another letter the sandbox can refuse the token.
    token.value = readField(form, 'token').replaceAll(/[^ -~]/g, '?')
    sessionStorage.setItem('control-token', token.value)
    isLocked.value = false
  }
  return (
    <dialog ref={showModal} aria-labelledby="unlock-title" onCancel={(event) => event.preventDefault()}>
      <form method="dialog" onSubmit={({ currentTarget }) => unlock(currentTarget)}>
        <h2 id="unlock-title">This sandbox asks for its control token</h2>
        {token.value !== '' && <p class="bad">This token is wrong.</p>}
        <label>
          Control token
          <input name="token" type="password" autocomplete="off" required />
        </label>
        <Button type="submit" class="main" name="Unlock" />
        <p class="dim">
          Without the token you can read <a href="/docs">the contract</a>.
        </p>
      </form>
    </dialog>
  )
}
