// Keeps the page up to date: reads the journal once, then follows the events. When the stream ends, it connects again. The list is
// rendered at most ten times a second.

import type { ActiveScenario, WorldState } from '../client/states.ts'
import { EventParser, type ParsedEvent } from '../text/event-parser.ts'
import { ApiProblem, call, request, worldPath } from './api.ts'
import { type Entry, isFailure, isUnderWay } from './entry.ts'
import { active, changes, connection, isAtEnd, isLoaded, isLocked, list, moves, route, unread, unseen, worlds } from './state.ts'

const RENDER_MS = 100
const RETRY_MS = 1000
const REFRESH_MS = 300

let isShowing = false

/** Renders the changes of the list soon. */
export function showSoon(): void {
  if (isShowing) return
  isShowing = true
  setTimeout(() => {
    isShowing = false
    moves.value += 1
  }, RENDER_MS)
}

function put(entry: Entry, isNews: boolean): void {
  const isNew = list.put(entry)
  if (isNew && !isAtEnd.value) unseen.value += 1
  if (isNews && document.hidden && isFailure(entry)) unread.value += 1
  showSoon()
}

/** Reads the journal, and adds its exchanges to the list. */
async function readJournal(): Promise<void> {
  const entries = (await (await request('GET', '/requests')).json()) as Entry[]
  const newest = list.all.at(-1)
  if (newest && !entries.some(({ id }) => id === newest.id)) list.markBefore()
  for (const entry of entries) put(entry, false)
  isLoaded.value = true
  moves.value += 1
}

let isRefreshing = false

/** Reads the worlds and their scenarios again, soon. */
export function refreshWorlds(): void {
  if (isRefreshing) return
  isRefreshing = true
  setTimeout(async () => {
    isRefreshing = false
    try {
      const known = await call<WorldState[]>('GET', '/worlds')
      worlds.value = known
      const busy = known.filter(({ scenarios }) => scenarios.length > 0)
      const lists = busy.map(async ({ name }) => [name, await call<ActiveScenario[]>('GET', worldPath(name, '/scenarios'))] as const)
      active.value = Object.fromEntries(await Promise.all(lists))
    } catch (error) {
      // A world may be gone by now. The next event brings a new list of worlds.
      if (!(error instanceof ApiProblem)) throw error
    }
  }, REFRESH_MS)
}

function take({ type, text }: ParsedEvent): void {
  if (type === 'waiting' || type === 'replied' || type === 'closed') {
    const entry = JSON.parse(text) as Entry
    if (isUnderWay(entry) && type === 'closed') return
    put(entry, type === 'closed')
    if (type === 'closed') changes.value += 1
    const isSeen = entry.appliedSteps.length > 0 || route.value.view === 'switches'
    if (isSeen || !worlds.value?.some(({ name }) => name === entry.world)) refreshWorlds()
  } else if (type === 'changed') {
    const { world, what } = JSON.parse(text) as { world: string; what: string }
    if (what === 'journal') list.clear(world)
    changes.value += 1
    refreshWorlds()
    showSoon()
  } else if (type === 'lost') void readJournal()
}

/** Reads the stream with fetch, because an EventSource cannot send the token in a header, and a token must not be in an address. */
async function* readEvents({ body }: Response): AsyncGenerator<ParsedEvent, void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const parser = new EventParser()
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done || value === undefined) return
    yield* parser.push(value)
  }
}

/** Follows the events until the page is closed. A second call does nothing. */
export function follow(): void {
  if (connection.value !== 'idle') return
  connection.value = 'connecting'
  void followForever()
}

async function followForever(): Promise<never> {
  let last = ''
  for (;;) {
    try {
      const response = await request('GET', '/events', { headers: last === '' ? {} : { 'last-event-id': last } })
      isLocked.value = false
      connection.value = 'live'
      if (last === '') await readJournal()
      refreshWorlds()
      for await (const event of readEvents(response)) {
        last = event.id ?? last
        take(event)
      }
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof TypeError)) throw error
    }
    connection.value = 'away'
    await unlocked()
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** Waits until the reader has given the token. */
function unlocked(): Promise<void> {
  return new Promise((resolve) => {
    const stop = isLocked.subscribe((isStillLocked) => {
      if (isStillLocked) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}
