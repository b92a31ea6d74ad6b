// Shows the decision of each part of the sandbox, in the order in which the parts are asked. The last part gave the reply.

import type { AnswerName } from '../../exchange/cause.ts'
import { type Entry, statusOf } from '../entry.ts'

const ASKED: Readonly<Record<AnswerName | 'failure' | 'gone', string>> = {
  http: 'Is the request valid HTTP?',
  credentials: 'Is the key valid?',
  ban: 'Is the key banned?',
  'rate-limit': 'Does the limit allow the request?',
  scenario: 'Does a scenario answer?',
  contract: 'Does the request keep the contract?',
  removed: 'Was the operation removed?',
  handler: 'Is there a handler?',
  generated: 'Is there an example?',
  failure: 'Did the sandbox fail?',
  gone: 'Is the client still connected?',
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
                {answer === 'contract' &&
                  outcome === 'kept' &&
                  violations.length > 0 &&
                  ', apart from violations that do not matter for this reply'}
                {isLast && <b> · gave the reply</b>}
              </span>
            </li>
          )
        })}
      </ol>
      {shown && (
        <p class="warned">
          A scenario changed the limits that the client saw: {shown.remaining} of {shown.limit} left in the {shown.window}.
        </p>
      )}
    </>
  )
}

const Gauge = ({ left, of }: { left: number; of: number }) => (
  <meter class="gauge" min={0} max={of} value={left} low={of * 0.1} title={`${left} of ${of}`} aria-hidden="true" />
)
