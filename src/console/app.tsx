// The frame of the page: the header with the views and the state of the connection, and the view below it.

import type { JSX } from 'preact'
import { Composer } from './composer/composer.tsx'
import { ActiveScenarios } from './parts/active-scenarios.tsx'
import { Unlock } from './parts/unlock.tsx'
import { Reference } from './reference/reference.tsx'
import { Report } from './report/report-view.tsx'
import { Requests } from './requests/requests.tsx'
import { renderRoute, VIEWS, type View } from './route.ts'
import { connection, isLocked, notice, route, title, trouble } from './state.ts'
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
      <Header />
      <main class={view} id="main">
        {trouble.value !== '' && (
          <p class="trouble" role="alert">
            {trouble.value}
          </p>
        )}
        {RENDER[view]()}
      </main>
      <p class="notice" role="status">
        {notice.value}
      </p>
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
          <a key={view} href={renderRoute({ view, place: '' })} aria-current={route.value.view === view ? 'page' : undefined}>
            {VIEWS[view]}
          </a>
        ))}
      </nav>
      <ActiveScenarios />
      <span class={`connection ${connection.value}`}>{STATES[connection.value]}</span>
    </header>
  )
}

const STATES = { connecting: 'connecting', live: 'live', away: 'not connected' } as const
