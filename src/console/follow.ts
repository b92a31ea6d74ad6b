// Keeps the page up to date: reads the journal, then follows the events. When the stream ends, it connects and reads again.

import { batch } from '@preact/signals'
import { EventParser, type ParsedEvent } from '../ground/event-parser.ts'
import type { WorldState } from '../ground/generated/control.ts'
import type { WorldChange } from '../worlds/world.ts'
import { ApiProblem, pause, request, seldom } from './api.ts'
import type { Entry } from './entry.ts'
import { changes, connection, isLoaded, isLocked, list, listedAt, worlds } from './state.ts'

/** All events that come during this pause are rendered together. */
const PAUSE_MS = 100
const RETRY_MS = 1000

async function readJournal(): Promise<void> {
  const entries = (await (await request('GET', '/requests')).json()) as Entry[]
  batch(() => {
    for (const entry of entries) list.put(entry)
  })
  isLoaded.value = true
}

async function readWorlds(): Promise<void> {
  const response = await request('GET', '/worlds')
  listedAt.value = Date.parse(String(response.headers.get('date')))
  worlds.value = (await response.json()) as WorldState[]
}

const readJournalAgain = seldom(readJournal)

function take({ event: type = '', data }: ParsedEvent): void {
  if (type === 'lost') readJournalAgain()
  if (type === 'changed') takeChange(JSON.parse(data) as WorldChange)
  if (!['waiting', 'replied', 'closed'].includes(type)) return
  const entry = JSON.parse(data) as Entry
  list.put(entry)
  // Only `closed` counts: an earlier event may also show a closed exchange, because its text is made when it is sent.
  if (type === 'closed') changes.value += 1
}

function takeChange({ world, what, requests = [] }: WorldChange): void {
  if (what === 'journal') list.remove((entry) => entry.world === world)
  if (what === 'requests') list.remove(({ id }) => requests.includes(id))
  changes.value += 1
}

/** With fetch, because an EventSource cannot send the token in a header, and a token must not be in an address. */
async function takeEvents({ body }: Response): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const parser = new EventParser()
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (value === undefined) return
    batch(() => {
      for (const event of parser.push(value)) take(event)
    })
    // A browser makes the timers of a hidden tab slow, so the tab would lose events.
    if (!document.hidden) await pause(PAUSE_MS)
  }
}

export async function follow(): Promise<void> {
  changes.subscribe(seldom(readWorlds))
  for (;;) {
    try {
      const response = await request('GET', '/events')
      isLocked.value = false
      connection.value = 'live'
      await readJournal()
      changes.value += 1
      await takeEvents(response)
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof TypeError)) throw error
    }
    connection.value = 'not connected'
    // While the page waits for the token, it does not ask.
    do await pause(RETRY_MS)
    while (isLocked.value)
  }
}
