// The state that several parts of the page share. Components read it. navigate.ts and follow.ts write most of it.

import { computed, signal } from '@preact/signals'
import type { OperationNode } from '../contract/document.ts'
import type { CatalogueEntry, Index, WorldState } from '../ground/generated/control.ts'
import { EntryList } from './entry-list.ts'
import { parseRoute, type Route, type View } from './route.ts'

export const route = signal(parseRoute(location))
/** The last address of each view, so that a view comes back as the reader left it. */
export const visited = signal<Readonly<Partial<Record<View, Route>>>>({})
/** The world that the view of the worlds shows. */
export const world = computed(() => visited.value.worlds?.place || 'default')
export const query = computed(() => visited.value.requests?.query ?? '')

/** The control token. It is kept until the tab is closed, and is never in an address. */
export const token = signal(sessionStorage.getItem('control-token') ?? '')
export const isLocked = signal(false)

export const connection = signal<'connecting' | 'live' | 'not connected'>('connecting')

export const list = new EntryList()
/** The journal was read once. */
export const isLoaded = signal(false)

export const about = signal<Index | undefined>(undefined)
export const operations = signal<readonly OperationNode[]>([])
export const catalogue = signal<readonly CatalogueEntry[]>([])
export const worlds = signal<readonly WorldState[] | undefined>(undefined)
/** By the clock of the sandbox, when it listed the worlds. */
export const listedAt = signal(0)
export const title = computed(() => about.value?.contract.title ?? 'API')
/** Counts events and the reader's actions. Panels read their values again after each. */
export const changes = signal(0)

/** For example `copied the body`. */
export const notice = signal('')
/** The error of the reader's last action. */
export const trouble = signal('')

/** The exchange that the address names. */
export const opened = computed(() => (route.value.view === 'requests' ? list.find(route.value.place) : undefined))

let silence: ReturnType<typeof setTimeout> | undefined

function say(text: string): void {
  notice.value = text
  clearTimeout(silence)
  silence = setTimeout(() => (notice.value = ''), 2500)
}

export function copy(text: string, what: string): void {
  // Without HTTPS, the page of another machine has no clipboard.
  const copied = (async () => navigator.clipboard.writeText(text))()
  const refused = () => say('the browser does not allow this page to copy: select the text instead')
  void copied.then(() => say(`copied ${what}`), refused)
}
