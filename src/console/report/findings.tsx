// Shows the findings of each rule, and the calls that were tried again. A finding has what was expected beside what was observed, and
// the requests that show it. The tries of a call stand on a line that is drawn to scale.

import type { Finding, RuleReport, Timeline, TimelineTry } from '../../../spec/report.ts'
import {
  describeCall,
  describeEvidence,
  describePlace,
  describeTry,
  listLines,
  STANDINGS,
  standingOf,
} from '../../examine/formats/describe.ts'
import { count, seconds } from '../../text/numbers.ts'
import { type Fact, Facts, Folded, Items } from '../parts/show.tsx'
import { renderRoute } from '../route.ts'

/** Rules that fail the client come first. */
export const RuleList = ({ rules }: { rules: readonly RuleReport[] }) =>
  STANDINGS.flatMap(([standing, word]) =>
    rules
      .filter((rule) => rule.findings.length > 0 && standingOf(rule) === standing)
      .map((rule) => <Rule key={rule.rule} rule={rule} standing={standing} word={word} />),
  )

/** Advice that several findings share stands once. */
function Rule({ rule: { rule, asks, ground, findings, ignored }, standing, word }: { rule: RuleReport; standing: string; word: string }) {
  const [first = [], ...others] = findings.map(listLines)
  const shared = first.filter(([name, text]) => others.every((lines) => lines.some((line) => line[0] === name && line[1] === text)))
  return (
    <section class={`card rule ${standing}`}>
      <h2>
        <span class="badge">{word}</span> {rule}
      </h2>
      <p>
        {asks} <span class="dim">Ground: {ground}.</span>
      </p>
      <Facts facts={shared} />
      {findings.map((finding, index) => (
        <FindingItem key={index} finding={finding} said={shared.map(([name]) => name)} />
      ))}
      {ignored !== undefined && <p class="dim">The policy ignores this rule: {ignored}</p>}
    </section>
  )
}

/** `said` are the names of the facts that stand above all findings. */
function FindingItem({ finding, said }: { finding: Finding; said: readonly string[] }) {
  const { level, message, requests, evidence, exempted } = finding
  const own: Fact[] = listLines(finding).filter(([name, text]) => !said.includes(name) && !message.includes(text))
  if (exempted !== undefined) own.push(['exempted', exempted])
  return (
    <div class={`finding ${level}`}>
      <p>
        <b>{message}</b> <span class="dim">{describePlace(finding)}</span>
      </p>
      <Facts facts={own} />
      <a class="button" href={renderRoute({ view: 'requests', query: `id:${requests.join(',')}` })}>
        Show {count(requests.length, 'request')}
      </a>
      <Folded title="Evidence">
        <Items
          class="plain mono"
          items={evidence.map((one) => [
            <a href={renderRoute({ view: 'requests', place: one.request })}>{one.request}</a>,
            describeEvidence(one).slice(one.request.length),
          ])}
        />
      </Folded>
    </div>
  )
}

/** Calls that were tried again come first, and are open. */
export function TimelineList({ calls, leftOut }: { calls: readonly Timeline[]; leftOut: number }) {
  if (calls.length === 0) return <p class="dim">No call failed so far.</p>
  return (
    <section class="card">
      {calls
        .toSorted((one, other) => other.tries.length - one.tries.length)
        .map((call) => (
          <Call key={call.tries[0]?.request} call={call} />
        ))}
      {leftOut > 0 && <p class="dim">{leftOut === 1 ? '1 more call is' : `${leftOut} more calls are`} not shown.</p>}
    </section>
  )
}

const Call = ({ call: { tries, triesLeftOut, ...call } }: { call: Timeline }) => (
  <Folded title={describeCall({ tries, triesLeftOut, ...call })} class="timeline" open={tries.length > 1}>
    {tries.length > 1 && <Line tries={tries} />}
    <Items
      class="plain"
      items={tries.map((one) => [
        <a href={renderRoute({ view: 'requests', place: one.request })}>{one.request}</a>,
        ` ${describeTry(one).filter(Boolean).join(', ')}`,
      ])}
    />
    {triesLeftOut > 0 && <p class="dim">{triesLeftOut} more</p>}
  </Folded>
)

/** The shortest line, in seconds. A line of a few milliseconds would be hard to read. */
const SHORTEST_LINE = 0.05

function Line({ tries }: { tries: readonly TimelineTry[] }) {
  const start = ({ at }: TimelineTry) => (Date.parse(at) - Date.parse(tries[0]?.at ?? '')) / 1000
  const end = Math.max(SHORTEST_LINE, ...tries.map((one) => start(one) + one.took + (one.asked ?? 0)))
  const place = (from: number, time: number) => ({ left: `${(from / end) * 100}%`, width: `${(time / end) * 100}%` })
  return (
    // The list below says the same in words.
    <div aria-hidden="true">
      <div class="scale">
        {tries.map((one) => one.asked !== undefined && <i class="asked-wait" style={place(start(one) + one.took, one.asked)} />)}
        {tries.map((one) => (
          <i class={kindOf(one)} style={place(start(one), one.took)} />
        ))}
      </div>
      <p class="ends">
        <span>0</span>
        <span>
          solid: a try, <i class="asked-wait" /> the wait that its reply asked for
        </span>
        <span>{seconds(end)}</span>
      </p>
    </div>
  )
}

const kindOf = ({ status }: TimelineTry) => (status === 429 ? 'limited' : status > 0 && status < 400 ? 'good' : 'bad')
