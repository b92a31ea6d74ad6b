// The trace of the decision: what each part of the sandbox decided, in the order in which they are asked. The last one gave
// the reply.

import type { AnswerName } from '../../record/cause.ts'
import { type Entry, statusOf } from '../entry.ts'

const ASKED: Readonly<Record<AnswerName | 'failure' | 'gone', string>> = {
  http: 'Is it HTTP?',
  credentials: 'Is the key valid?',
  ban: 'Is the key banned?',
  'rate-limit': 'Is a request left?',
  scenario: 'Does a scenario play?',
  contract: 'Does it keep the contract?',
  removed: 'Was the operation removed?',
  handler: 'Is there a handler?',
  generated: 'Is there an example?',
  failure: 'Did the sandbox fail?',
  gone: 'Is the client there?',
}

export function Trace({ entry }: { entry: Entry }) {
  const { trace, count, shown, violations } = entry
  return (
    <>
      <h3>Why this reply</h3>
      <ol class="trace">
        {trace.map(({ answer, outcome }, index) => {
          const isLast = index === trace.length - 1
          return (
            <li key={answer} class={isLast ? (statusOf(entry) >= 400 || statusOf(entry) === 0 ? 'stopped' : 'answered') : 'passed'}>
              <span class={`badge ${answer}`}>{answer}</span>
              <span class="asked">{ASKED[answer as AnswerName]}</span>
              <span class="outcome">
                {outcome}
                {answer === 'rate-limit' && !isLast && <Gauge left={count.remaining} of={count.limit} />}
                {answer === 'contract' && outcome === 'kept' && violations.length > 0 && ', as far as this reply depends on it'}
                {isLast && <b> · gave the reply</b>}
              </span>
            </li>
          )
        })}
      </ol>
      {shown && (
        <p class="warned">
          A scenario showed other limits than the true ones: {shown.remaining} of {shown.limit} left in the {shown.window}.
        </p>
      )}
    </>
  )
}

const Gauge = ({ left, of }: { left: number; of: number }) => (
  <meter class="gauge" min={0} max={of} value={left} low={of * 0.1} title={`${left} of ${of}`} aria-hidden="true" />
)
