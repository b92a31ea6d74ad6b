// The list of requests, the newest last. At its end it follows new requests. Elsewhere it stands still, and a button counts the new ones.

import { computed, signal } from '@preact/signals'
import type { TargetedEvent } from 'preact'
import { memo } from 'preact/compat'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isRealTime } from '../../ground/moment.ts'
import { showMs } from '../../ground/words.ts'
import { callerOf, type Entry, isExpected, isFailure, kindOf, nameOfCause, nameOfStatus, whyOf } from '../entry.ts'
import { placeOf } from '../entry-list.ts'
import { openEntry } from '../navigate.ts'
import { Button } from '../parts.tsx'
import { FIELDS } from '../query.ts'
import { isLoaded, list, opened } from '../state.ts'

/** Rows that are rendered at first, and that a click adds. */
const MANY = 500
/** A reader this near to the end counts as being at the end. */
const NEAR_PX = 24

/** The number of the last row while the list stands still. Undefined while it follows new requests. */
const end = signal<number | undefined>(undefined)
const size = signal(MANY)
const still = computed(() => list.shown.value.slice(0, end.value === undefined ? undefined : placeOf(list.shown.value, end.value + 1)))

export function RequestList() {
  const box = useRef<HTMLDivElement>(null)
  const rows = still.value.slice(-size.value)
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
      {/* Hidden from screen readers, because a row is an option of a list and has no columns for them. */}
      <div class="row names" aria-hidden="true">
        {['Cause', 'Call', 'Status', 'Why', 'Key', 'Time', 'Took'].map((name) => (
          <span class={name.toLowerCase()}>{name}</span>
        ))}
      </div>
      <div class="rows" role="listbox" aria-label="Requests, oldest first" tabIndex={0} ref={box} onScroll={onScroll}>
        {rows.map((entry) => (
          <Row key={entry.id} entry={entry} isChosen={entry.id === chosen} />
        ))}
        {isLoaded.value && list.shown.value.length === 0 && (
          <p class="empty">No request matches the search. Its fields are {FIELDS.join(', ')}.</p>
        )}
      </div>
      {older > 0 && <Button name={`${older.toLocaleString('en')} older`} class="news older" onClick={() => (size.value += MANY)} />}
      {unseen > 0 && <Button name={`${unseen} new`} class="news" onClick={() => (end.value = undefined)} />}
    </div>
  )
}

export const CauseBadge = ({ entry }: { entry: Entry }) => (
  <span class={`badge ${kindOf(entry)}`} title={nameOfCause(entry)}>
    {nameOfCause(entry)}
  </span>
)

/** `14:03:09.120`, in the time zone of the reader. */
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })

/** A world with another time shows its date, behind an arrow. */
const timeOf = ({ arrived }: Entry) =>
  isRealTime(arrived) ? CLOCK.format(arrived.real) : `→ ${new Date(arrived.world).toISOString().slice(0, 10)}`

/** Memoised, because each new request renders the list again. */
const Row = memo(({ entry, isChosen }: { entry: Entry; isChosen: boolean }) => {
  const { id, request, testCase, arrived, closed, warnings } = entry
  const why = whyOf(entry)
  return (
    // The list handles the keys of its rows, because it is a listbox.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={`row-${id}`}
      class={`row ${kindOf(entry)}${isFailure(entry) ? ' failed' : warnings.length > 0 ? ' warned' : ''}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={() => openEntry(id)}
    >
      <CauseBadge entry={entry} />
      <span class="call">
        <b>{request.method}</b> {request.target}
      </span>
      <span class="status">{nameOfStatus(entry)}</span>
      <span class="why" title={why}>
        {testCase && <em class="case">test: {testCase.name}</em>}
        {isExpected(entry) && <em class="case">expected</em>}
        {why}
      </span>
      <span class="key">{callerOf(entry)}</span>
      <span class="time" title={new Date(arrived.world).toISOString()}>
        {timeOf(entry)}
      </span>
      <span class="took">{closed && showMs(closed.monotonic - arrived.monotonic)}</span>
    </div>
  )
})
