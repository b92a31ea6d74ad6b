// Shows the decision of each part of the sandbox, in the order in which the parts are asked. The last part gave the reply. The parts
// that let the request pass are folded.

import { count } from '../../text/count.ts'
import { type Entry, kindOf } from '../entry.ts'
import { nameOfCause } from '../parts/cause.tsx'
import { Folded } from '../parts/folded.tsx'

export function Trace({ entry }: { entry: Entry }) {
  const { trace, shown } = entry
  const steps = trace.map((decision) => <Step key={decision.answer} entry={entry} decision={decision} isLast={decision === trace.at(-1)} />)
  const passed = steps.slice(0, -1)
  return (
    <>
      <h3>Why this reply</h3>
      {passed.length > 0 && (
        <Folded title={`${count(passed.length, 'step')} passed`}>
          <ol class="trace">{passed}</ol>
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

interface StepProps {
  readonly entry: Entry
  readonly decision: Entry['trace'][number]
  readonly isLast: boolean
}

function Step({ entry, decision: { answer, asks, outcome }, isLast }: StepProps) {
  const isLenient = answer === 'contract' && outcome === 'kept' && entry.violations.length > 0
  return (
    <li class={isLast ? kindOf(entry) : ''}>
      <span class="badge">{nameOfCause(answer)}</span>
      <span class="asked">{asks}</span>
      <span class="outcome">
        {outcome}
        {isLenient && ', apart from violations that do not matter for this reply'}
        {isLast && <b> · gave the reply</b>}
      </span>
    </li>
  )
}
