// Shows each finding once, with the requests that show it and the command that proves it or plays it again. And the calls that failed:
// their equal calls stand on a line that is drawn to scale.

import { describeCall, describeEvidence, describeHead, describeTry, listLines, wordOf } from '../../examine/formats/describe.ts'
import type { Finding, Timeline, TimelineTry } from '../../ground/generated/report.ts'
import { count, seconds } from '../../ground/numbers.ts'
import { Button } from '../parts/controls.tsx'
import { type Fact, Facts, Folded, Items } from '../parts/show.tsx'
import { renderRoute } from '../route.ts'
import { copy } from '../state.ts'

export const FindingList = ({ findings }: { findings: readonly Finding[] }) =>
  findings.map((finding) => <FindingItem key={describeHead(finding)} finding={finding} />)

function FindingItem({ finding }: { finding: Finding }) {
  const { rule, level, title, where, evidence, prove, replay, exempted } = finding
  const command = prove ?? replay
  // Links show the requests, and a button copies the command.
  const lines: Fact[] = listLines(finding).filter(([name, text]) => name !== 'requests' && text !== command)
  if (exempted !== undefined) lines.push(['exempted', exempted])
  return (
    <section class={`card finding ${exempted === undefined ? level : 'exempted'}`}>
      <p>
        <span class="badge">{exempted === undefined ? wordOf(finding) : 'exempted'}</span> <b>{title}</b>{' '}
        <span class="dim">{[...(title === rule ? [] : [rule]), where].join(' · ')}</span>
      </p>
      <Facts facts={lines} />
      {command !== undefined && (
        <p class="tools">
          <code>{command}</code>
          <Button name="Copy" onClick={() => copy(command, 'the command')} />
        </p>
      )}
      {evidence.length > 0 && (
        <a class="button" href={renderRoute({ view: 'requests', query: `id:${evidence.map(({ request }) => request).join(',')}` })}>
          Show {count(evidence.length, 'request')}
        </a>
      )}
      {evidence.length > 0 && (
        <Folded title="Evidence">
          <Items
            class="plain mono"
            items={evidence.map((one) => [
              <a href={renderRoute({ view: 'requests', place: one.request })}>{one.request}</a>,
              describeEvidence(one).slice(one.request.length),
            ])}
          />
        </Folded>
      )}
    </section>
  )
}

/** Calls with equal calls after them come first, and are open. */
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
      items={tries.map((one, index) => [
        <a href={renderRoute({ view: 'requests', place: one.request })}>{one.request}</a>,
        ` ${describeTry(one, index).filter(Boolean).join(', ')}`,
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
