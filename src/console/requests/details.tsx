// Shows one exchange in detail: the status and its reason, what to do next, the reply, the request, and facts.

import { factsOf } from '../../record/show-exchange.ts'
import { advanceClock, attempt, fillUpLimits, putScenarios } from '../api.ts'
import { describeDelivery, type Entry, headersOf, isFailure, isUnderWay, kindOf, phraseOf, scenariosOf, sentenceOf } from '../entry.ts'
import { closeEntry } from '../navigate.ts'
import { Button } from '../parts/controls.tsx'
import { Message } from '../parts/message.tsx'
import { type Fact, Facts, Scroll } from '../parts/show.tsx'
import { renderRoute } from '../route.ts'
import { renderCurl } from '../snippets.ts'
import { active, copy, list, say } from '../state.ts'
import { CauseBadge, Remedies, Trace } from './exchange.tsx'

export function Details({ entry }: { entry: Entry }) {
  const { request, reply, number, delivered, failure, violations } = entry
  const isBroken = reply && delivered !== 'whole' && !isUnderWay(entry)
  return (
    <section class="details" aria-label={`Request ${entry.id}`}>
      <header>
        <Button name="×" class="close" aria-label="Close" onClick={closeEntry} />
        <h2>
          <b>{request.method}</b> <span class="target">{request.target}</span>
        </h2>
        <p class={`headline ${kindOf(entry)}${isFailure(entry) ? ' failed' : ''}`}>
          <b class="status">{phraseOf(entry)}</b> <CauseBadge entry={entry} /> {violations.length === 0 && <span>{sentenceOf(entry)}</span>}
        </p>
        <p class="tools">
          <NextSteps entry={entry} />
          <Button name="Copy link" onClick={() => copy(location.href, 'the link')} />
          <Button name="Copy as curl" onClick={() => copy(renderCurl({ ...request, headers: headersOf(entry) }), 'the request as curl')} />
        </p>
      </header>
      <Scroll class="scrolled" role="group" aria-label="Details">
        {number <= list.before.value && <p class="warned">The sandbox was started again after this request.</p>}
        <Remedies entry={entry} />
        <div class="messages">
          <Message title="Request" headers={headersOf(entry)} body={request.body} none="The request has no body." />
          <Message
            title="Reply"
            headers={Object.entries(reply?.headers ?? {})}
            body={reply?.body}
            none={reply ? 'The reply has no body.' : 'There is no reply.'}
          >
            {isBroken && <p class="warned">{describeDelivery(entry)}.</p>}
          </Message>
        </div>
        <Trace entry={entry} />
        <h3>Facts</h3>
        <Facts facts={[['id', entry.id], ...factsOf(entry).map(linkFact)]} />
        {failure !== undefined && <pre class="bad">{failure}</pre>}
      </Scroll>
    </section>
  )
}

/** Buttons for what a reader does next: take away what stood in the way of the request. */
function NextSteps({ entry }: { entry: Entry }) {
  const { world, caller, count } = entry
  const { plan = '' } = caller
  const isLimited = count.verdict !== 'served' && plan !== ''
  const here = active.value[world] ?? []
  const forcing = scenariosOf(entry).filter((name) => here.some((one) => one.name === name))
  const act = (done: string, work: () => Promise<unknown>) => () => attempt(() => work().then(() => say(done)))
  const takeOff = (name: string) =>
    putScenarios(
      world,
      here.filter((one) => one.name !== name),
    )
  return (
    <>
      {isLimited && <Button name="Fill up limits" onClick={act('the limits are full again', () => fillUpLimits(world, plan))} />}
      {isLimited && (
        <Button
          name={`+${count.retryAfter} s`}
          onClick={act(`the clock of ${world} went on`, () => advanceClock(world, count.retryAfter))}
        />
      )}
      {forcing.map((name) => (
        <Button name={`Take ${name} off`} key={name} onClick={act(`${name} is off`, () => takeOff(name))} />
      ))}
      <a class="button" href={renderRoute({ view: 'switches', place: world })}>
        World {world}
      </a>
    </>
  )
}

/** The facts that /docs explains are links. */
function linkFact([name, text]: readonly [string, string]): Fact {
  const [prefix] = name === 'operation' ? [''] : name === 'assumed' ? ['contract/description/'] : []
  if (prefix === undefined) return [name, text]
  return [name, text.split(', ').map((one) => <a href={`/docs#${prefix}${one}`}>{one}</a>)]
}
