// The frame of the page: the header with the views and the state of the connection, and the view below it.

import type { JSX } from 'preact'
import { Composer } from './composer/composer.tsx'
import { addressOf } from './navigate.ts'
import { Button } from './parts/button.tsx'
import { ForcedWorlds } from './parts/forced-worlds.tsx'
import { Keys } from './parts/keys.tsx'
import { Notice } from './parts/notice.tsx'
import { Unlock } from './parts/unlock.tsx'
import { Reference } from './reference/reference.tsx'
import { Report } from './report/report-view.tsx'
import { Requests } from './requests/requests.tsx'
import { VIEWS, type View } from './route.ts'
import { connection, isLocked, route, title, trouble } from './state.ts'
import { Switches } from './switches/switches.tsx'

const RENDER: Readonly<Record<View, () => JSX.Element>> = {
  requests: () => <Requests />,
  switches: () => <Switches />,
  compose: () => <Composer />,
  report: () => <Report />,
  reference: () => <Reference />,
}

export function App() {
  const { view } = route.value
  return (
    <>
      <Button name="Skip to the content" class="skip" onClick={() => document.getElementById('main')?.focus()} />
      <Header />
      {connection.value === 'away' && (
        <p class="banner" role="alert">
          The sandbox does not answer. This page shows what was there before, and tries to connect again.
        </p>
      )}
      <main class={`view-${view}`} id="main" tabIndex={-1}>
        {trouble.value !== '' && (
          <p class="banner" role="alert">
            {trouble.value}
          </p>
        )}
        {RENDER[view]()}
      </main>
      <Notice />
      <Keys />
      {/* The contract can be read without a token. */}
      {isLocked.value && view !== 'reference' && <Unlock />}
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
          <a key={view} href={addressOf(view)} aria-current={route.value.view === view ? 'page' : undefined}>
            {VIEWS[view]}
          </a>
        ))}
      </nav>
      <ForcedWorlds />
      {connection.value !== 'idle' && <span class={`connection ${connection.value}`}>{STATES[connection.value]}</span>}
      <Button name="?" class="help" popoverTarget="keys" aria-label="Keys" />
    </header>
  )
}

const STATES = { connecting: 'connecting', live: 'live', away: 'not connected' } as const
