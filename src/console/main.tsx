// Starts the page: takes the address, loads what does not change, follows what does, and renders.

import { render } from 'preact'
import type { CatalogueEntry } from '../handle/handles.ts'
import { enterRoute, followLink } from './actions.ts'
import { call } from './api.ts'
import { App } from './app.tsx'
import { loadContract } from './contract.ts'
import { follow } from './follow.ts'
import { onKeyDown } from './keyboard.ts'
import { catalogue, contract, isLocked } from './state.ts'
import { watchTitle } from './title.ts'

/** What stays as it is for as long as the sandbox runs. Again when a token opens the control API. */
async function load(): Promise<void> {
  contract.value = await loadContract()
  try {
    catalogue.value = await call<CatalogueEntry[]>('GET', '/scenarios')
  } catch {
    // The follower says what is wrong, and the token dialog asks.
  }
}

addEventListener('popstate', enterRoute)
addEventListener('hashchange', enterRoute)
document.addEventListener('keydown', onKeyDown)
document.addEventListener('click', followLink)
watchTitle()
const root = document.getElementById('app')
if (root) render(<App />, root)
isLocked.subscribe((isNowLocked) => {
  if (!isNowLocked) void load()
})
enterRoute()
void follow()
