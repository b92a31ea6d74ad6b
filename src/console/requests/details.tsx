// Shows one exchange in detail: the status and its reason, the request, the reply, the decisions of the sandbox, and facts.

import { readJson, renderJson } from '../../contract/json/json.ts'
import type { Body } from '../../ground/generated/control.ts'
import { count } from '../../ground/words.ts'
import { pairsOf } from '../../record/exchange.ts'
import { factsOf } from '../../record/show-exchange.ts'
import { renderCurl } from '../curl.ts'
import { type Entry, isFailure, kindOf, nameOfAnswer, phraseOf, whyOf } from '../entry.ts'
import { closeEntry } from '../navigate.ts'
import { Button, type Fact, Facts, Folded, Scroll, Text } from '../parts.tsx'
import { renderRoute } from '../route.ts'
import { copy } from '../state.ts'
import { CauseBadge } from './request-list.tsx'

export function Details({ entry }: { entry: Entry }) {
  const { request, reply, failure, violations, warnings, world, trace } = entry
  return (
    <section class="details" aria-label={`Request ${entry.id}`}>
      <header>
        <Button name="×" class="close" aria-label="Close" onClick={closeEntry} />
        <h2>
          <b>{request.method}</b> <span class="target">{request.target}</span>
        </h2>
        <p class={`headline ${kindOf(entry)}${isFailure(entry) ? ' failed' : ''}`}>
          <b class="status">{phraseOf(entry)}</b> <CauseBadge entry={entry} /> {violations.length === 0 && <span>{whyOf(entry)}</span>}
        </p>
        <p class="tools">
          <a class="button" href={renderRoute({ view: 'worlds', place: world })}>
            World {world}
          </a>
          <Button name="Copy as curl" onClick={() => copy(renderCurl(request), 'the request as curl')} />
        </p>
      </header>
      <Scroll class="scrolled" role="group" aria-label="Details">
        <ul class="remedies">
          {violations.map(({ code, in: part, place, message }) => (
            <li key={message} class="violated">
              <b>breaks the contract</b> {message} <span class="dim">{[part, place, code].filter(Boolean).join(' ')}</span>
            </li>
          ))}
          {warnings.map(({ message }) => (
            <li key={message} class="warned">
              <b>warning</b> {message}
            </li>
          ))}
        </ul>
        <div class="messages">
          <Message title="Request" headers={pairsOf(request.headers)} body={request.body} none="The request has no body." />
          <Message
            title="Reply"
            headers={Object.entries(reply?.headers ?? {})}
            body={reply?.body}
            none={reply ? 'The reply has no body.' : 'There is no reply.'}
          />
        </div>
        {/* The last part of the sandbox that was asked gave the reply. */}
        <Folded title="Who was asked for the reply" count={trace.length}>
          <ol class="trace">
            {trace.map(({ answer, asks, outcome }, index) => (
              <li key={answer} class={index === trace.length - 1 ? kindOf(entry) : ''}>
                <span class="badge">{nameOfAnswer(answer)}</span> <span class="dim">{asks}</span> <span>{outcome}</span>
              </li>
            ))}
          </ol>
        </Folded>
        <h3>Facts</h3>
        <Facts facts={[['id', entry.id], ...factsOf(entry)]} />
        {failure !== undefined && <pre class="bad">{failure}</pre>}
      </Scroll>
    </section>
  )
}

function Message({ title, headers, body, none }: { title: string; headers: readonly Fact[]; body: Body | undefined; none: string }) {
  return (
    <section class="message">
      <h3>{title}</h3>
      {body && body.bytes > 0 ? <BodyText body={body} /> : <p class="dim">{none}</p>}
      <Facts class="facts headers" facts={headers} />
    </section>
  )
}

function BodyText({ body: { text, base64, bytes, sha256 } }: { body: Body }) {
  const written = text ?? base64 ?? ''
  // JSON gets line breaks and indents, and keeps all digits of its integers. It is copied as it was sent.
  const value = text === undefined ? undefined : readJson(text)
  return (
    <>
      <p class="tools">
        <Button name="Copy" onClick={() => copy(written, 'the body')} />
        <span class="dim">
          {count(bytes, 'byte')}
          {base64 === undefined ? '' : ', not text, shown as base64'}
          {sha256 === undefined ? '' : `. Only the beginning was kept. SHA-256 ${sha256}`}
        </span>
      </p>
      <Text>{value === undefined ? written : renderJson(value, 2)}</Text>
    </>
  )
}
