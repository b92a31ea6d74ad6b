// A row of the list. It begins with the cause, and one sentence names the mistake and the remedy. A success is dim.

import { useMemo } from 'preact/hooks'
import { callerOf, type Entry, isFailure, kindOf, nameOfStatus, secondsOf, whyOf } from '../entry.ts'
import { openEntry } from '../navigate.ts'
import { renderClock, renderSeconds } from '../parts/show.tsx'
import { cursor, list, opened } from '../state.ts'
import { CauseBadge } from './why.tsx'

interface RowProps {
  readonly entry: Entry
  readonly index: number
  readonly top: number
  /** The length of the list. */
  readonly count: number
}

export function Row({ entry, index, top, count }: RowProps) {
  const { id, number, warnings } = entry
  /** The sandbox was started again since then. */
  const isBefore = number <= list.before.value
  // Each new request moves all rows. Their texts stay the same.
  const cells = useMemo(() => renderCells(entry, isBefore), [entry, isBefore])
  return (
    // The list handles the keys of its rows, because it is a listbox.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={`row-${id}`}
      class={`row ${kindOf(entry)}${isFailure(entry) ? ' failed' : warnings.length > 0 ? ' warned' : ''}`}
      role="option"
      aria-selected={id === (opened.value?.id ?? cursor.value)}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ top: `${top}px` }}
      onClick={() => openEntry(id)}
    >
      {cells}
    </div>
  )
}

function renderCells(entry: Entry, isBefore: boolean) {
  const { request, testCase } = entry
  const why = whyOf(entry)
  const seconds = secondsOf(entry)
  return (
    <>
      <CauseBadge entry={entry} />
      <span class="call">
        <b>{request.method}</b> {request.target}
      </span>
      <span class="status">{nameOfStatus(entry)}</span>
      <span class="why" title={why}>
        {testCase && <em class="case">{testCase.name}</em>}
        {why}
      </span>
      <span class="key">{callerOf(entry)}</span>
      <span class="world">{entry.world}</span>
      <span class="time">{isBefore ? 'before restart' : renderClock(entry.arrived.real)}</span>
      <span class="took">{seconds === undefined ? '' : renderSeconds(seconds)}</span>
    </>
  )
}
