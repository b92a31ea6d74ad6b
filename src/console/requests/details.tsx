// Shows one exchange in detail: the status and its reason, what to do next, the reply, the request, and facts.

import { describeDelivery, type Entry, headersOf, isFailure, isUnderWay, kindOf, phraseOf, secondsOf, sentenceOf, whyOf } from '../entry.ts'
import { copy } from '../feedback.ts'
import { closeEntry } from '../navigate.ts'
import { Button } from '../parts/button.tsx'
import { CauseBadge } from '../parts/cause.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
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
        <Button name="×" class="close" aria-label="Close" onClick={closeEntry} />
        <h2>
          <b>{request.method}</b> <span class="target">{request.target}</span>
        </h2>
        <p class={`headline ${kindOf(entry)}${isFailure(entry) ? ' failed' : ''}`}>
          <b class="status">{phraseOf(entry)}</b> <CauseBadge entry={entry} /> <span>{sentenceOf(entry)}</span>
        </p>
        <p class="tools">
          <NextSteps entry={entry} />
          <Button name="Copy link" onClick={() => void copy(location.href, 'the link')} />
          <CopyAs request={{ ...request, headers: headersOf(entry) }} />
        </p>
      </header>
      {entry.number <= list.before && <p class="warned">The sandbox was started again after this request.</p>}
      <Remedies entry={entry} said={whyOf(entry)} />
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
      <ExchangeFacts entry={entry} />
    </section>
  )
}

function ExchangeFacts({ entry }: { entry: Entry }) {
  const { arrived, connection, caller, world, session, operation, testCase, assumed, carriedOut, id } = entry
  const seconds = secondsOf(entry)
  const use = connection.use === 1 ? 'for the first time' : `${connection.use} times`
  const facts: Fact[] = [
    ['id', id],
    ['operation', operation ? <a href={`/docs#${operation}`}>{operation}</a> : 'none'],
    ['key', caller.key ?? 'none, or unknown'],
    ['world', `${world}, session ${session}`],
    ...(testCase ? [['test case', testCase.name + (testCase.expect ? `, expects ${testCase.expect.join(' or ')}` : '')] as const] : []),
    ['arrived', `${renderClock(arrived.real)}, in the world ${renderDate(arrived.world)}`],
    ['took', seconds === undefined ? 'not finished yet' : renderSeconds(seconds)],
    ['delivered', describeDelivery(entry)],
    ['carried out', carriedOut ? 'yes' : 'no'],
    ['connection', `${connection.id}, used ${use}, from ${connection.address}`],
    [
      'assumed',
      assumed.map((one) => (
        <a key={one} href={`/docs#assumption-${one}`}>
          {one}
        </a>
      )),
    ],
  ]
  return (
    <>
      <h3>Facts</h3>
      <Facts facts={facts} />
      {entry.failure !== undefined && <pre class="bad">{entry.failure}</pre>}
    </>
  )
}
