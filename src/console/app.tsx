// The frame of the page: the header with the views, the forced worlds and the state of the connection, the view below it, and what
// stands over the page.

import type { ComponentType } from 'preact'
import { count } from '../ground/numbers.ts'
import { KEYS, undoClearing } from './list-actions.ts'
import { Button, readField } from './parts/controls.tsx'
import { Facts, Items } from './parts/show.tsx'
import { Report } from './report/report-view.tsx'
import { Requests } from './requests/requests.tsx'
import { renderRoute, VIEWS, type View } from './route.ts'
import { active, cleared, connection, isLocked, notice, route, title, token, trouble, visited } from './state.ts'
import { Switches } from './switches/switches.tsx'

const CONTENT: Readonly<Record<View, ComponentType>> = {
  requests: Requests,
  switches: Switches,
  report: Report,
}

export function App() {
  const { view } = route.value
  const Content = CONTENT[view]
  return (
    <>
      <Button name="Skip to the content" class="skip" onClick={() => document.getElementById('main')?.focus()} />
      <Header />
      <Banner text={connection.value === 'away' ? AWAY : ''} />
      <main class={`view-${view}`} id="main" tabIndex={-1}>
        <Banner text={trouble.value} />
        <Content />
      </main>
      <Notice />
      <Keys />
      {isLocked.value && <Unlock />}
    </>
  )
}

const Banner = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p class="banner" role="alert">
      {text}
    </p>
  )

const AWAY = 'The sandbox does not answer. This page shows what was there before, and tries to connect again.'

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
      </nav>
      <ForcedWorlds />
      {connection.value !== 'idle' && (
        <span class={`connection ${connection.value}`}>{connection.value === 'away' ? 'not connected' : connection.value}</span>
      )}
      <Button name="?" class="help" popoverTarget="keys" aria-label="Keys" />
    </header>
  )
}

/** A chip with the number of worlds that have scenarios. Every view shows it, because a surprising reply may come from a scenario. */
function ForcedWorlds() {
  const forced = Object.entries(active.value)
  return (
    <div class="forced-worlds">
      {forced.length > 0 && <Button name={`${count(forced.length, 'world')} forced ▾`} class="badge forced" popoverTarget="forced" />}
      <div popover="auto" id="forced">
        <h2>Scenarios on worlds</h2>
        <Items
          class="bare"
          items={forced.map(([name, scenarios]) => [
            <a href={renderRoute({ view: 'switches', place: name })}>{name}</a>,
            ...scenarios.map(({ name: scenario, met, over }) => (
              <span class={`badge ${over ? '' : 'forced'}`}>{`${scenario}, took ${count(met, 'call')}${over ? ', used up' : ''}`}</span>
            )),
          ])}
        />
      </div>
    </div>
  )
}

/** What was copied or saved, and the way back after the list was cleared. */
function Notice() {
  const { length } = cleared.value
  return (
    <p class="notice" role="status">
      {notice.value || (length > 0 && `${count(length, 'request')} cleared`)}
      {length > 0 && <Button name="Undo" onClick={undoClearing} />}
    </p>
  )
}

const Keys = () => (
  <aside popover="auto" id="keys" aria-label="Keys">
    <h2>Keys</h2>
    <Facts facts={KEYS.map(([keys, does]) => [keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>), does])} />
  </aside>
)

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal()

/** Asks for the control token, once for each tab. */
function Unlock() {
  const unlock = (form: HTMLFormElement) => {
    token.value = readField(form, 'token')
    sessionStorage.setItem('control-token', token.value)
    isLocked.value = false
  }
  return (
    <dialog ref={showModal} aria-labelledby="unlock-title" onCancel={(event) => event.preventDefault()}>
      <form method="dialog" onSubmit={({ currentTarget }) => unlock(currentTarget)}>
        <h2 id="unlock-title">This sandbox asks for its control token</h2>
        <p>The sandbox was started with a control token. The page keeps the token until you close the tab.</p>
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
