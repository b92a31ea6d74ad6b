// The frame of the page: the header with the views, the forced worlds and the state of the connection, and the view below it.

import type { JSX } from 'preact'
import { count } from '../text/count.ts'
import { Composer } from './composer/composer.tsx'
import { Keys, Notice, Unlock } from './dialogs.tsx'
import { addressOf } from './navigate.ts'
import { Button } from './parts/controls.tsx'
import { Reference } from './reference/reference.tsx'
import { Report } from './report/report-view.tsx'
import { Requests } from './requests/requests.tsx'
import { renderRoute, VIEWS, type View } from './route.ts'
import { active, connection, isLocked, route, title, trouble } from './state.ts'
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
      <Banner text={connection.value === 'away' ? AWAY : ''} />
      <main class={`view-${view}`} id="main" tabIndex={-1}>
        <Banner text={trouble.value} />
        {RENDER[view]()}
      </main>
      <Notice />
      <Keys />
      {/* The contract can be read without a token. */}
      {isLocked.value && view !== 'reference' && <Unlock />}
    </>
  )
}

const AWAY = 'The sandbox does not answer. This page shows what was there before, and tries to connect again.'

const Banner = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p class="banner" role="alert">
      {text}
    </p>
  )

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

/** A chip with the number of worlds that have scenarios. Every view shows it, because a surprising reply may come from a scenario. */
function ForcedWorlds() {
  const forced = Object.entries(active.value)
  return (
    <div class="forced-worlds">
      {forced.length > 0 && <Button name={`${count(forced.length, 'world')} forced ▾`} class="badge forced" popoverTarget="forced" />}
      <div popover="auto" id="forced">
        <h2>Scenarios on worlds</h2>
        <ul class="bare">
          {forced.map(([name, scenarios]) => (
            <li key={name}>
              <a href={renderRoute({ view: 'switches', place: name })}>{name}</a>
              {scenarios.map(({ name: scenario, met, over }, index) => (
                <span key={index} class={`badge ${over ? '' : 'forced'}`}>
                  {`${scenario}, met ${met}${over ? ', over' : ''}`}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
