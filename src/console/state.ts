// The state of the page, all of it. Components read it; actions and the follower write it.

import { computed, signal } from '@preact/signals'
import type { ActiveScenario, CatalogueEntry, WorldState } from '../handle/handles.ts'
import type { Contract } from './contract.ts'
import type { Entry } from './entry.ts'
import { EntryList } from './entry-list.ts'
import { parseQuery } from './query.ts'
import { parseRoute } from './route.ts'

/** Where the page is: the view, and the place in it. */
export const route = signal(parseRoute(location))

/** The control token. It is kept as long as the tab, and never stands in an address. */
export const token = signal(sessionStorage.getItem('control-token') ?? '')
export const isLocked = signal(false)

/** How the page hears of what happens. */
export const connection = signal<'connecting' | 'live' | 'away'>('connecting')

/** The exchanges; `moves` counts up when they have changed. */
export const list = new EntryList()
export const moves = signal(0)
/** Whether the journal was read once. */
export const isLoaded = signal(false)

export const query = signal('')
export const filter = computed(() => parseQuery(query.value))
export const isPaused = signal(false)
/** The list follows the end only while the reader is there. */
export const isAtEnd = signal(true)
/** What the reader reads, when not at the end: the exchange at the top of the list, and how much of its row is out of sight. */
export const anchor = signal<{ readonly number: number; readonly offset: number } | undefined>(undefined)
/** Exchanges that came while the reader was not at the end. */
export const unseen = signal(0)
/** The row that the keyboard is on. */
export const cursor = signal<string | undefined>(undefined)
/** The exchange that is open, if the list has it no more. */
export const fetched = signal<Entry | undefined>(undefined)
/** Failures while the tab was hidden. */
export const unread = signal(0)

export const contract = signal<Contract | undefined>(undefined)
export const catalogue = signal<readonly CatalogueEntry[]>([])
/** Undefined while nobody has told. */
export const worlds = signal<readonly WorldState[] | undefined>(undefined)
/** What the contract calls itself. */
export const title = computed(() => String((contract.value?.document.info as { title?: string } | undefined)?.title ?? 'Pet Store'))
/** The scenarios that are on each world. */
export const active = signal<Readonly<Record<string, readonly ActiveScenario[]>>>({})
/** The world that the switches are about. */
export const world = signal('default')
/** The world that the report is about; empty for all. */
export const reportWorld = signal('')
/** Counts the changes from outside, by world, so that panels read anew. */
export const changes = signal(0)

/** What the page has to say for a moment, as `copied`. */
export const notice = signal('')
/** What went wrong with the last thing that the reader asked for. */
export const trouble = signal('')

export const opened = computed(() => {
  moves.value
  const { view, place } = route.value
  if (view !== 'requests' || place === '') return undefined
  return list.find(place) ?? (fetched.value?.id === place ? fetched.value : undefined)
})
