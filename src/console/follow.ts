// Keeps the page up to date: reads the journal once, then follows the events. When the stream ends, it connects again.

import type { ActiveScenario, WorldState } from '../client/states.ts'
import type { WorldChange } from '../exchange/observer.ts'
import { EventParser, type ParsedEvent } from '../text/event-parser.ts'
import { ApiProblem, call, request, worldPath } from './api.ts'
import { type Entry, isFailure, isUnderWay } from './entry.ts'
import { active, changes, connection, isAtEnd, isLoaded, isLocked, list, moves, route, unread, unseen, worlds } from './state.ts'

/** The pause between two reads of the stream. What comes in the meantime is read at once, and rendered once. */
const PAUSE_MS = 100
const RETRY_MS = 1000
const REFRESH_MS = 300

function put(entry: Entry, isNews: boolean): void {
  const isNew = list.put(entry)
  if (isNew && !isAtEnd.value) unseen.value += 1
  if (isNews && document.hidden && isFailure(entry)) unread.value += 1
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

/** Does the work after a pause, once for all calls until then. A call during the work lets it be done once more. */
function soon(work: () => Promise<void>): () => void {
  let isWanted = false
  let isBusy = false
  const run = async () => {
    for (isBusy = true; isWanted; ) {
      await pause(REFRESH_MS)
      isWanted = false
      // The sandbox or a world may be gone by now. The next event, or the next connection, brings the news.
      await work().catch((error: unknown) => {
        if (!(error instanceof ApiProblem)) throw error
      })
    }
    isBusy = false
  }
  return () => {
    isWanted = true
    if (!isBusy) void run()
  }
}

/** Reads the worlds and their scenarios again, soon. */
export const refreshWorlds = soon(async () => {
  const known = await call<WorldState[]>('GET', '/worlds')
  worlds.value = known
  const busy = known.filter(({ scenarios }) => scenarios.length > 0)
  const lists = busy.map(async ({ name }) => [name, await call<ActiveScenario[]>('GET', worldPath(name, '/scenarios'))] as const)
  active.value = Object.fromEntries(await Promise.all(lists))
})

/** Events were lost. */
const readJournalAgain = soon(readJournal)

/** The id of the last event, to go on after it. */
let last = ''

function take({ type, text, id = last }: ParsedEvent): void {
  last = id
  if (type === 'waiting' || type === 'replied' || type === 'closed') {
    const entry = JSON.parse(text) as Entry
    if (isUnderWay(entry) && type === 'closed') return
    put(entry, type === 'closed')
    if (type === 'closed') changes.value += 1
    const isSeen = entry.appliedSteps.length > 0 || route.value.view === 'switches'
    if (isSeen || !worlds.value?.some(({ name }) => name === entry.world)) refreshWorlds()
  } else if (type === 'changed') {
    const { world, what, requests = [] } = JSON.parse(text) as WorldChange
    if (what === 'journal') list.remove((entry) => entry.world === world)
    if (what === 'requests') list.remove(({ id }) => requests.includes(id))
    changes.value += 1
    refreshWorlds()
  } else if (type === 'lost') readJournalAgain()
}

/** Reads the stream with fetch, because an EventSource cannot send the token in a header, and a token must not be in an address. */
async function takeEvents({ body }: Response): Promise<void> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  const parser = new EventParser()
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (value === undefined) return
    for (const event of parser.push(decoder.decode(value, { stream: true }))) take(event)
    // A browser makes the timers of a hidden tab slow, so the tab would lose events. It renders nothing until somebody sees it.
    if (document.hidden) continue
    moves.value += 1
    await pause(PAUSE_MS)
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Follows the events until the page is closed. A second call does nothing. */
export function follow(): void {
  if (connection.value !== 'idle') return
  connection.value = 'connecting'
  document.addEventListener('visibilitychange', () => {
    moves.value += 1
  })
  void followForever()
}

async function followForever(): Promise<never> {
  for (;;) {
    try {
      const response = await request('GET', '/events', { headers: last === '' ? {} : { 'last-event-id': last } })
      isLocked.value = false
      connection.value = 'live'
      if (last === '') await readJournal()
      refreshWorlds()
      await takeEvents(response)
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof TypeError)) throw error
    }
    connection.value = 'away'
    // While the page waits for the token, it does not ask.
    do await pause(RETRY_MS)
    while (isLocked.value)
  }
}
