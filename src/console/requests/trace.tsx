// Shows the decision of each part of the sandbox, in the order in which the parts are asked. The last part gave the reply. The parts
// that let the request pass are folded.

import { count } from '../../text/count.ts'
import { type Entry, kindOf } from '../entry.ts'
import { nameOfCause } from '../parts/cause.tsx'

export function Trace({ entry }: { entry: Entry }) {
  const { trace, shown } = entry
  const passed = trace.slice(0, -1)
  return (
    <>
      <h3>Why this reply</h3>
      {passed.length > 0 && (
        <details>
          <summary>{count(passed.length, 'step')} passed</summary>
          <ol class="trace">
            {passed.map((decision) => (
              <Step key={decision.answer} entry={entry} decision={decision} />
            ))}
          </ol>
        </details>
      )}
      <ol class="trace" start={trace.length}>
        {trace.slice(-1).map((decision) => (
          <Step key={decision.answer} entry={entry} decision={decision} isLast />
        ))}
      </ol>
      {shown && (
        <p class="warned">
          A scenario changed the limits that the client saw: {shown.remaining} of {shown.limit} left in the {shown.window}.
        </p>
      )}
    </>
  )
}

function Step({
  entry,
  decision: { answer, asks, outcome },
  isLast,
}: {
  entry: Entry
  decision: Entry['trace'][number]
  isLast?: boolean
}) {
  const { count, violations } = entry
  return (
    <li class={isLast ? kindOf(entry) : ''}>
      <span class="badge">{nameOfCause(answer)}</span>
      <span class="asked">{asks}</span>
      <span class="outcome">
        {outcome}
        {answer === 'rate-limit' && !isLast && <Gauge left={count.remaining} of={count.limit} />}
        {answer === 'contract' &&
          outcome === 'kept' &&
          violations.length > 0 &&
          ', apart from violations that do not matter for this reply'}
        {isLast && <b> · gave the reply</b>}
      </span>
    </li>
  )
}

const Gauge = ({ left, of }: { left: number; of: number }) => (
  <meter class="gauge" min={0} max={of} value={left} low={of * 0.1} title={`${left} of ${of}`} aria-hidden="true" />
)
