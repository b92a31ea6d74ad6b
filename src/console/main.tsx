// Starts the page: renders it, reads the address, and loads the contract and the catalogue.

import { render } from 'preact'
import type { CatalogueEntry } from '../client/states.ts'
import { call } from './api.ts'
import { App } from './app.tsx'
import { loadContract } from './contract.ts'
import { onKeyDown } from './keyboard.ts'
import { enterRoute, followLink } from './navigate.ts'
import { catalogue, contract, isLocked } from './state.ts'
import { watchTitle } from './title.ts'

/** Loads the contract and the catalogue, which do not change while the sandbox runs. Called again after the reader gave the token. */
async function load(): Promise<void> {
  contract.value = await loadContract()
  try {
    catalogue.value = await call<CatalogueEntry[]>('GET', '/scenarios')
  } catch {
    // The banner shows the lost connection, and the dialog asks for the token.
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
