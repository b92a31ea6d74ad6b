// The whole state of the page. Components read it. actions.ts and follow.ts write it.

import { computed, signal } from '@preact/signals'
import type { ActiveScenario, CatalogueEntry, WorldState } from '../handle/handles.ts'
import type { Contract } from './contract.ts'
import type { Entry } from './entry.ts'
import { EntryList } from './entry-list.ts'
import { parseQuery } from './query.ts'
import { parseRoute } from './route.ts'

/** The current view, and the place in it. */
export const route = signal(parseRoute(location))

/** The control token. It is kept until the tab is closed, and is never part of an address. */
export const token = signal(sessionStorage.getItem('control-token') ?? '')
export const isLocked = signal(false)

/** The state of the event stream. */
export const connection = signal<'connecting' | 'live' | 'away'>('connecting')

/** The exchanges of the page. `moves` counts up after each change of the list. */
export const list = new EntryList()
export const moves = signal(0)
/** True when the journal was read once. */
export const isLoaded = signal(false)

export const query = signal('')
export const filter = computed(() => parseQuery(query.value))
export const isPaused = signal(false)
/** True while the reader is at the end of the list. The list then follows new requests. */
export const isAtEnd = signal(true)
/** The top row when the reader is not at the end: the number of its exchange, and the pixels of the row that are hidden. */
export const anchor = signal<{ readonly number: number; readonly offset: number } | undefined>(undefined)
/** The number of exchanges that came while the reader was not at the end. */
export const unseen = signal(0)
/** The id of the row that the keyboard has chosen. */
export const cursor = signal<string | undefined>(undefined)
/** The open exchange, if the list does not have it any more. */
export const fetched = signal<Entry | undefined>(undefined)
/** The number of failures while the tab was hidden. */
export const unread = signal(0)

export const contract = signal<Contract | undefined>(undefined)
export const catalogue = signal<readonly CatalogueEntry[]>([])
/** Undefined until the worlds were read. */
export const worlds = signal<readonly WorldState[] | undefined>(undefined)
/** The title of the contract. */
export const title = computed(() => String((contract.value?.document.info as { title?: string } | undefined)?.title ?? 'API'))
/** The active scenarios of each world. */
export const active = signal<Readonly<Record<string, readonly ActiveScenario[]>>>({})
/** The world whose switches are shown. */
export const world = signal('default')
/** The world whose report is shown; empty for all worlds. */
export const reportWorld = signal('')
/** Counts the events of requests and changes. Panels read their values again after each. */
export const changes = signal(0)

/** A short notice that disappears, for example `copied the body`. */
export const notice = signal('')
/** The error of the last action of the reader. */
export const trouble = signal('')

export const opened = computed(() => {
  moves.value
  const { view, place } = route.value
  if (view !== 'requests' || place === '') return undefined
  return list.find(place) ?? (fetched.value?.id === place ? fetched.value : undefined)
})
