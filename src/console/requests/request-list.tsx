// The list of requests. It renders only the visible rows, so that ten thousand rows cost as much as thirty. While the reader is at
// the end, the list follows new requests. Otherwise a button says how many requests are new.

import type { TargetedEvent } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Entry } from '../entry.ts'
import { placeOf } from '../entry-list.ts'
import { Button } from '../parts/controls.tsx'
import { anchor, cursor, list } from '../state.ts'
import { ColumnNames, Row } from './exchange.tsx'

/** Extra rows above and below the visible rows, so that fast scrolling shows no gaps. */
const SPARE = 6
/** A reader this near to the end counts as being at the end. */
const NEAR_PX = 24

/** The number of the last exchange that was shown while the reader was at the end. */
let seen = 0

export function RequestList() {
  const viewport = useRef<HTMLDivElement>(null)
  const { height, rowHeight } = useSize(viewport)
  const shown = list.shown.value
  const top = findTop(shown, height, rowHeight)
  const first = Math.max(0, Math.floor(top / rowHeight) - SPARE)
  const last = Math.min(shown.length, Math.ceil((top + height) / rowHeight) + SPARE)
  const rows = shown.slice(first, last)
  const scrolled = useScrollTo(viewport, top)
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: TargetedEvent<HTMLDivElement>) => {
    scrolled.current = scrollTop
    const at = Math.floor(scrollTop / rowHeight)
    // These rows may be older than the list.
    const { number = 0 } = rows[at - first] ?? shown[at] ?? {}
    const isNearEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX
    anchor.value = isNearEnd ? undefined : { number, offset: scrollTop - at * rowHeight }
  }
  useCursor(viewport, rowHeight)
  if (anchor.value === undefined) seen = shown.at(-1)?.number ?? 0
  const unseen = shown.length - placeOf(shown, seen + 1)

  return (
    <div class="frame">
      <ColumnNames />
      <div
        class="rows"
        role="listbox"
        aria-label="Requests, oldest first"
        aria-activedescendant={rows.some(({ id }) => id === cursor.value) ? `row-${cursor.value}` : undefined}
        tabIndex={0}
        ref={viewport}
        onScroll={onScroll}
      >
        <div class="sizer" style={{ height: `${shown.length * rowHeight}px` }}>
          {rows.map((entry, at) => (
            <Row key={entry.id} entry={entry} index={first + at} top={(first + at) * rowHeight} length={shown.length} />
          ))}
        </div>
        {shown.length === 0 && list.all.value.length > 0 && <p class="empty">No request matches the search.</p>}
      </div>
      {unseen > 0 && (
        <Button name={`${unseen} new`} class="news" onClick={() => viewport.current?.scrollTo({ top: viewport.current.scrollHeight })} />
      )}
    </div>
  )
}

type Viewport = { readonly current: HTMLDivElement | null }

/** The height of the visible part, and the height of a row, which the style sheet sets. */
function useSize(viewport: Viewport): { height: number; rowHeight: number } {
  const [size, setSize] = useState({ height: 600, rowHeight: 32 })
  useLayoutEffect(() => {
    const box = viewport.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      const rowHeight = Number.parseFloat(getComputedStyle(box).getPropertyValue('--row'))
      setSize({ height: box.clientHeight, rowHeight })
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return size
}

/** The scroll position: the end, or the row that the reader reads. That row stays in place when earlier rows come or go. */
function findTop(shown: readonly Entry[], height: number, rowHeight: number): number {
  const end = Math.max(0, shown.length * rowHeight - height)
  if (anchor.value === undefined) return end
  return Math.min(end, placeOf(shown, anchor.value.number) * rowHeight + anchor.value.offset)
}

/** Scrolls the box to `top`. Returns the place to which it was scrolled last, which the reader may have done. */
function useScrollTo(viewport: Viewport, top: number): { current: number } {
  const scrolled = useRef(0)
  useLayoutEffect(() => {
    const box = viewport.current
    // A difference of less than a pixel is ignored. Otherwise the list would move while the reader scrolls it.
    if (!box || Math.abs(top - scrolled.current) < 1) return
    box.scrollTop = top
    scrolled.current = box.scrollTop
  })
  return scrolled
}

/** Scrolls once to the row that the keyboard or the address has chosen, as soon as the row is there. */
function useCursor(viewport: Viewport, rowHeight: number): void {
  const id = cursor.value
  const done = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const box = viewport.current
    if (!box || done.current === id) return
    const at = list.shown.value.findIndex((entry) => entry.id === id)
    if (at === -1) return
    done.current = id
    const top = at * rowHeight
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight
  })
}
