// One request as a row of the list. A success is dim.

import { memo } from 'preact/compat'
import { isRealTime } from '../../ground/moment.ts'
import { showMs } from '../../ground/words.ts'
import { callerOf, type Entry, isExpected, isFailure, kindOf, nameOfCause, nameOfStatus, whyOf } from '../entry.ts'
import { openEntry } from '../navigate.ts'

/** The names of the columns, for those who see the list. A row says them by itself. */
export const ColumnNames = () => (
  <div class="row names" aria-hidden="true">
    {['Cause', 'Call', 'Status', 'Why', 'Key', 'Time', 'Took'].map((name) => (
      <span class={name.toLowerCase()} key={name}>
        {name}
      </span>
    ))}
  </div>
)

/** The cause in the colour of its meaning. */
export const CauseBadge = ({ entry }: { entry: Entry }) => (
  <span class={`badge ${kindOf(entry)}`} title={nameOfCause(entry)}>
    {nameOfCause(entry)}
  </span>
)

/** `14:03:09.120`, in the time zone of the reader. */
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })

/** The time of a world that has another time is marked. */
const timeOf = ({ arrived }: Entry) =>
  isRealTime(arrived) ? CLOCK.format(arrived.real) : `→ ${new Date(arrived.world).toISOString().slice(0, 10)}`

/** Memoised, because each new request renders the list again. */
export const Row = memo(({ entry, isChosen }: { entry: Entry; isChosen: boolean }) => {
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
