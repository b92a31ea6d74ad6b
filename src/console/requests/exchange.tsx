// Shows an exchange in short: its row in the list, and why it got its reply: the cause, the decision of each part of the sandbox, and
// the mistakes of the client. A row begins with the cause. A success is dim.

import { useMemo } from 'preact/hooks'
import { count, showMs } from '../../ground/numbers.ts'
import { callerOf, causeOf, type Entry, isExpected, isFailure, kindOf, nameOfStatus, scenariosOf, statusOf, whyOf } from '../entry.ts'
import { openEntry } from '../navigate.ts'
import { Folded } from '../parts/show.tsx'
import { cursor, list, opened } from '../state.ts'

export const nameOfCause = (cause: string) => (cause === 'handler' ? 'answered' : cause)

/** The cause in the colour of its meaning. It has the names of scenarios, so that nobody takes a forced reply for a real one. */
export function CauseBadge({ entry }: { entry: Entry }) {
  const scenarios = scenariosOf(entry)
  const cause = causeOf(entry)
  const name =
    scenarios.length > 0
      ? `scenario ${scenarios.join(', ')}`
      : cause === 'handler' && statusOf(entry) === 404
        ? 'not found'
        : nameOfCause(cause)
  return (
    <span class={`badge ${kindOf(entry)}`} title={name}>
      {name}
    </span>
  )
}

/** The mistakes that the client should correct: first violations of the contract, then warnings. */
export function Remedies({ entry: { violations, warnings } }: { entry: Entry }) {
  if (violations.length + warnings.length === 0) return null
  return (
    <ul class="remedies">
      {violations.map(({ code, in: part, place, message }) => (
        <li key={message} class="violated">
          <b>breaks the contract</b> {message} <span class="dim">({`${part} ${place}`.trim()}, </span>
          <a href="/docs#contract/description/error-codes">{code}</a>
          <span class="dim">)</span>
        </li>
      ))}
      {warnings.map(({ message }) => (
        <li key={message} class="warned">
          <b>warning</b> {message}
        </li>
      ))}
    </ul>
  )
}

/** The decisions, in the order in which the parts are asked. The last part gave the reply. The parts before it are folded. */
export function Trace({ entry }: { entry: Entry }) {
  const { trace, shown, violations } = entry
  const steps = trace.map(({ answer, asks, outcome }, index) => {
    const isLast = index === trace.length - 1
    return (
      <li key={answer} class={isLast ? kindOf(entry) : ''}>
        <span class="badge">{nameOfCause(answer)}</span>
        <span class="asked dim">{asks}</span>
        <span class="outcome">
          {outcome}
          {answer === 'contract' &&
            outcome === 'kept' &&
            violations.length > 0 &&
            ', apart from violations that do not matter for this reply'}
          {isLast && <b> · gave the reply</b>}
        </span>
      </li>
    )
  })
  return (
    <>
      <h3>Why this reply</h3>
      {steps.length > 1 && (
        <Folded title={`${count(steps.length - 1, 'step')} passed`}>
          <ol class="trace">{steps.slice(0, -1)}</ol>
        </Folded>
      )}
      <ol class="trace" start={trace.length}>
        {steps.slice(-1)}
      </ol>
      {shown && (
        <p class="warned">
          A scenario changed the limits that the client saw: {shown.remaining} of {shown.limit} left in the {shown.window}.
        </p>
      )}
    </>
  )
}

/** `length` is the length of the list. */
export function Row({ entry, index, top, length }: { entry: Entry; index: number; top: number; length: number }) {
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
      aria-setsize={length}
      style={{ top: `${top}px` }}
      onClick={() => openEntry(id)}
    >
      {cells}
    </div>
  )
}

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

/** `14:03:09.120`, in the time zone of the reader. */
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })

function renderCells(entry: Entry, isBefore: boolean) {
  const { request, testCase, arrived, closed } = entry
  const why = whyOf(entry)
  return (
    <>
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
      <span class="time">{isBefore ? 'before restart' : CLOCK.format(arrived.real)}</span>
      <span class="took">{closed && showMs(closed.monotonic - arrived.monotonic)}</span>
    </>
  )
}
