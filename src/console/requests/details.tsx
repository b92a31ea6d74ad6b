// Shows one exchange in detail: the status and its reason, what to do next, the reply, the request, and facts.

import type { ComponentChildren } from 'preact'
import { closeEntry, copy } from '../actions.ts'
import { describeDelivery, type Entry, headersOf, isFailure, isUnderWay, kindOf, phraseOf, secondsOf, sentenceOf } from '../entry.ts'
import { CauseBadge } from '../parts/cause.tsx'
import { Message } from '../parts/message.tsx'
import { renderClock, renderDate, renderSeconds } from '../parts/time.ts'
import { list } from '../state.ts'
import { CopyAs } from './copy-as.tsx'
import { NextSteps } from './next-steps.tsx'
import { Remedies } from './remedies.tsx'
import { Trace } from './trace.tsx'

export function Details({ entry }: { entry: Entry }) {
  const { request, reply } = entry
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach every part that scrolls
    <section class="details" aria-label={`Request ${entry.id}`} tabIndex={0}>
      <header>
        <button type="button" class="close" aria-label="Close" onClick={closeEntry}>
          ×
        </button>
        <h2>
          <b>{request.method}</b> <span class="target">{request.target}</span>
        </h2>
        <p class={`headline ${kindOf(entry)}${isFailure(entry) ? ' failed' : ''}`}>
          <b class="status">{phraseOf(entry)}</b> <CauseBadge entry={entry} /> <span>{sentenceOf(entry)}</span>
        </p>
        <p class="tools">
          <NextSteps entry={entry} />
          <button type="button" onClick={() => void copy(location.href, 'the link')}>
            Copy link
          </button>
          <CopyAs request={{ ...request, headers: headersOf(entry) }} />
        </p>
      </header>
      {entry.number <= list.before && <p class="warned">The sandbox was started again after this request.</p>}
      <Remedies entry={entry} />
      {reply ? (
        <Message title="Reply" headers={Object.entries(reply.headers)} body={reply.body} none="The reply has no body.">
          {entry.delivered !== 'whole' && !isUnderWay(entry) && <p class="warned">{describeDelivery(entry)}.</p>}
        </Message>
      ) : (
        <section class="message">
          <h3>Reply</h3>
          <p class="dim">{isUnderWay(entry) ? 'There is no reply yet.' : 'The client got no reply.'}</p>
        </section>
      )}
      <Message title="Request" headers={headersOf(entry)} body={request.body} none="The request has no body." />
      <Trace entry={entry} />
      <Facts entry={entry} />
    </section>
  )
}

function Facts({ entry }: { entry: Entry }) {
  const { arrived, connection, caller, world, session, operation, testCase, assumed, carriedOut, id } = entry
  const seconds = secondsOf(entry)
  return (
    <>
      <h3>Facts</h3>
      <dl class="facts">
        <Fact name="id">{id}</Fact>
        <Fact name="operation">{operation ? <a href={`/docs#${operation}`}>{operation}</a> : 'none'}</Fact>
        <Fact name="key">{caller.key ?? 'none, or unknown'}</Fact>
        <Fact name="world">
          {world}, session {session}
        </Fact>
        {testCase && (
          <Fact name="test case">
            {testCase.name}
            {testCase.expect ? `, expects ${testCase.expect.join(' or ')}` : ''}
          </Fact>
        )}
        <Fact name="arrived">
          {renderClock(arrived.real)}, in the world {renderDate(arrived.world)}
        </Fact>
        <Fact name="took">{seconds === undefined ? 'not finished yet' : renderSeconds(seconds)}</Fact>
        <Fact name="delivered">{describeDelivery(entry)}</Fact>
        <Fact name="carried out">{carriedOut ? 'yes' : 'no'}</Fact>
        <Fact name="connection">
          {connection.id}, used {connection.use === 1 ? 'for the first time' : `${connection.use} times`}, from {connection.address}
        </Fact>
        {assumed.length > 0 && (
          <Fact name="assumed">
            {assumed.map((one) => (
              <a key={one} href={`/docs#assumption-${one}`}>
                {one}
              </a>
            ))}
          </Fact>
        )}
      </dl>
      {entry.failure !== undefined && <pre class="bad">{entry.failure}</pre>}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
