// Shows one exchange in detail: the reason for the reply, the request, the reply, and facts.

import type { ComponentChildren } from 'preact'
import { closeEntry, navigate } from '../actions.ts'
import { playAgain } from '../composer/draft.ts'
import { describeDelivery, type Entry, headersOf, isUnderWay, nameOfStatus, secondsOf } from '../entry.ts'
import { CauseBadge } from '../parts/cause.tsx'
import { Message } from '../parts/message.tsx'
import { renderClock, renderDate, renderSeconds } from '../parts/time.ts'
import { CopyAs } from './copy-as.tsx'
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
        <p>
          <span class={`status s${nameOfStatus(entry)[0]}`}>{nameOfStatus(entry)}</span>
          <CauseBadge entry={entry} />
          <button
            type="button"
            class="main"
            onClick={() => {
              playAgain(entry)
              navigate({ view: 'compose', place: '' })
            }}
          >
            Edit and resend
          </button>
          <CopyAs
            request={{
              method: request.method,
              origin: request.origin,
              target: request.target,
              headers: headersOf(entry),
              body: request.body,
            }}
          />
        </p>
      </header>
      <Remedies entry={entry} />
      <Trace entry={entry} />
      <div class="pair">
        <Message title="Request" headers={headersOf(entry)} body={request.body} none="The request has no body." />
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
      </div>
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
