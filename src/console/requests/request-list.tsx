// The list of requests, the newest last. At its end the list follows new requests. Elsewhere it stands still, and a button says how
// many requests are new.

import { computed, signal } from '@preact/signals'
import type { TargetedEvent } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { placeOf } from '../entry-list.ts'
import { Button } from '../parts/controls.tsx'
import { FIELDS } from '../query.ts'
import { list, opened } from '../state.ts'
import { ColumnNames, Row } from './row.tsx'

/** How many rows are rendered at first, and how many more a click adds. */
const MANY = 500
/** A reader this near to the end counts as being at the end. */
const NEAR_PX = 24

/** The number of the last row while the list stands still. Undefined while the list follows new requests. */
const end = signal<number | undefined>(undefined)
const size = signal(MANY)
const still = computed(() => list.shown.value.slice(0, end.value === undefined ? undefined : placeOf(list.shown.value, end.value + 1)))
/** The rows that are rendered. */
const rendered = computed(() => still.value.slice(-size.value))

export function RequestList() {
  const box = useRef<HTMLDivElement>(null)
  const rows = rendered.value
  const older = still.value.length - rows.length
  const unseen = list.shown.value.length - still.value.length
  const chosen = opened.value?.id
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: TargetedEvent<HTMLDivElement>) => {
    const isNearEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX
    if (!isNearEnd) end.value ??= rows.at(-1)?.number
    else if (unseen === 0) end.value = undefined
  }
  useLayoutEffect(() => {
    if (end.value === undefined) box.current?.scrollTo({ top: box.current.scrollHeight })
  })
  const isThere = rows.some(({ id }) => id === chosen)
  useLayoutEffect(() => document.getElementById(`row-${chosen}`)?.scrollIntoView({ block: 'nearest' }), [chosen, isThere])
  return (
    <div class="frame">
      <ColumnNames />
      <div class="rows" role="listbox" aria-label="Requests, oldest first" tabIndex={0} ref={box} onScroll={onScroll}>
        {rows.map((entry) => (
          <Row key={entry.id} entry={entry} isChosen={entry.id === chosen} />
        ))}
        {list.shown.value.length === 0 && <p class="empty">No request matches the search. Its fields are {FIELDS.join(', ')}.</p>}
      </div>
      {older > 0 && <Button name={`${older.toLocaleString('en')} older`} class="news older" onClick={() => (size.value += MANY)} />}
      {unseen > 0 && <Button name={`${unseen} new`} class="news" onClick={() => (end.value = undefined)} />}
    </div>
  )
}
