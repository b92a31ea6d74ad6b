// Starts the page: renders it, reads the address, and loads the documents of the sandbox. It also sets the title and the icon of
// the tab, which show the number of failures while the tab was hidden.

import { effect } from '@preact/signals'
import { options, render } from 'preact'
import type { CatalogueEntry } from '../ground/generated/control.ts'
import { call } from './api.ts'
import { App } from './app.tsx'
import { loadContract } from './contract.ts'
import { onKeyDown } from './list-actions.ts'
import { enterRoute, followLink } from './navigate.ts'
import { VIEWS } from './route.ts'
import { catalogue, contract, isLocked, route, title, unread } from './state.ts'

/** Loads what does not change while the sandbox runs. Called again after the reader gave the token. */
async function load(): Promise<void> {
  contract.value = await loadContract()
  try {
    catalogue.value = await call<CatalogueEntry[]>('GET', '/scenarios')
  } catch {
    // The banner shows the lost connection, and the dialog asks for the token.
  }
}

const iconOf = (count: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#b3231a"/><text x="16" y="23" font-family="system-ui,sans-serif" font-weight="700" font-size="${count > 9 ? 17 : 20}" text-anchor="middle" fill="#fff">${count > 99 ? '99' : count}</text></svg>`

effect(() => {
  const words = `${VIEWS[route.value.view]} · ${title.value} Sandbox`
  document.title = unread.value === 0 ? words : `(${unread.value}) ${words}`
  const icon = unread.value === 0 ? '/console/favicon.svg' : `data:image/svg+xml,${encodeURIComponent(iconOf(unread.value))}`
  document.querySelector('link[rel=icon]')?.setAttribute('href', icon)
})
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) unread.value = 0
})
addEventListener('popstate', enterRoute)
document.addEventListener('keydown', onKeyDown)
document.addEventListener('click', followLink)
// A hidden tab has no frames, so it renders nothing until somebody sees it.
options.debounceRendering = (render) => (document.hidden ? requestAnimationFrame(render) : queueMicrotask(render))
render(<App />, document.getElementById('app') ?? document.body)
isLocked.subscribe((isNowLocked) => {
  if (!isNowLocked) void load()
})
enterRoute()
