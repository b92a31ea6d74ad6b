// Starts the page: renders it, reads the address, and loads the documents of the sandbox.

import { effect } from '@preact/signals'
import { options, render } from 'preact'
import { listOperations, type Node } from '../contract/document.ts'
import type { CatalogueEntry, Index } from '../ground/generated/control.ts'
import { attempt, call } from './api.ts'
import { App } from './app.tsx'
import { follow } from './follow.ts'
import { enterRoute, followLink, onKeyDown } from './navigate.ts'
import { VIEWS } from './route.ts'
import { about, catalogue, isLocked, operations, route, title } from './state.ts'

/** Loads what does not change while the sandbox runs. Called again after the reader gave the token. */
async function load(): Promise<void> {
  const contract = await fetch('/openapi.json?assumptions=include', { cache: 'no-cache' })
  operations.value = listOperations((await contract.json()) as Node)
  about.value = await call<Index>('GET', '/')
  catalogue.value = await call<CatalogueEntry[]>('GET', '/scenarios')
}

effect(() => {
  document.title = `${VIEWS[route.value.view]} · ${title.value} Sandbox`
})
addEventListener('popstate', enterRoute)
document.addEventListener('keydown', onKeyDown)
document.addEventListener('click', followLink)
// A hidden tab has no frames, so it renders nothing until somebody sees it.
options.debounceRendering = (render) => (document.hidden ? requestAnimationFrame(render) : queueMicrotask(render))
render(<App />, document.getElementById('app') ?? document.body)
isLocked.subscribe((isNowLocked) => {
  if (!isNowLocked) attempt(load)
})
enterRoute()
void follow()
