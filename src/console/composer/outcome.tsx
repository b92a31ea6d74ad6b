// Shows the reply to the request of the composer, or its failure.

import { isFailure, kindOf } from '../entry.ts'
import { CauseBadge } from '../parts/cause.tsx'
import { Message } from '../parts/message.tsx'
import { renderSeconds } from '../parts/time.ts'
import { Remedies } from '../requests/remedies.tsx'
import { Trace } from '../requests/trace.tsx'
import { list, moves } from '../state.ts'
import { type Answer, outcome } from './send.ts'

export function Outcome() {
  const { value } = outcome
  return (
    <section class="card reply" aria-label="Reply" aria-live="polite">
      <h2 class="hidden">Reply</h2>
      {value === undefined && <p class="dim">The reply will appear here. The view Requests lists the request too.</p>}
      {value === 'under way' && <p class="dim">Waiting for the reply …</p>}
      {typeof value === 'object' && 'failure' in value && (
        <p class="bad">
          {value.failure} <a href="/#requests">See the requests.</a>
        </p>
      )}
      {typeof value === 'object' && 'status' in value && <Reply answer={value} />}
    </section>
  )
}

function Reply({ answer }: { answer: Answer }) {
  moves.value
  const entry = list.find(answer.id)
  return (
    <>
      <p class={entry ? `tools ${kindOf(entry)} ${isFailure(entry) ? 'failed' : ''}` : 'tools'}>
        <span class={entry ? 'status' : `status s${String(answer.status)[0]}`}>{answer.status}</span>
        {entry && <CauseBadge entry={entry} />}
        <span class="dim">{renderSeconds(answer.seconds)}</span>
        {answer.id !== '' && <a href={`/#requests/${answer.id}`}>{answer.id}</a>}
      </p>
      {entry && <Remedies entry={entry} />}
      {entry && <Trace entry={entry} />}
      <Message title="Reply" headers={answer.headers} body={answer.body} none="The reply has no body." />
    </>
  )
}
