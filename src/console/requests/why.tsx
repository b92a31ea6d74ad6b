// Shows why a request got its reply: the cause, the decision of each part of the sandbox, and the mistakes of the client.

import { count } from '../../text/numbers.ts'
import { causeOf, type Entry, kindOf, scenariosOf } from '../entry.ts'
import { Folded } from '../parts/show.tsx'

export const nameOfCause = (cause: string) => (cause === 'handler' ? 'answered' : cause)

/** The cause in the colour of its meaning. It has the names of scenarios, so that nobody takes a forced reply for a real one. */
export function CauseBadge({ entry }: { entry: Entry }) {
  const scenarios = scenariosOf(entry)
  const name = scenarios.length > 0 ? `scenario ${scenarios.join(', ')}` : nameOfCause(causeOf(entry))
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
          <a href={`/docs#code-${code}`}>{code}</a>
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
