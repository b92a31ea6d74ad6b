// Shows the report on the clients until now: the verdict, the findings of each rule, the coverage, and the calls that were tried
// again.

import { describeWaited } from '../../report/formats/describe.ts'
import { showPercent } from '../../report/policy.ts'
import type { Report as ReportShape } from '../../report/report.ts'
import { count } from '../../text/count.ts'
import { attempt, navigate } from '../actions.ts'
import { request, worldPath } from '../api.ts'
import { useResource } from '../parts/use-resource.ts'
import { reportWorld, worlds } from '../state.ts'
import { CoverageGrid } from './coverage-grid.tsx'
import { RuleList } from './rule-list.tsx'
import { TimelineList } from './timeline-list.tsx'

export function Report() {
  const world = reportWorld.value
  const path = `${world === '' ? '' : worldPath(world)}/report`
  const { value, problem, reload } = useResource<ReportShape>(path)
  return (
    <div class="page wide">
      <div class="headline">
        <h1>Report</h1>
        <label>
          World
          <select value={world} onChange={(event) => navigate({ view: 'report', place: event.currentTarget.value })}>
            <option value="">all worlds</option>
            {worlds.value?.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {value && (
          <button
            type="button"
            onClick={() =>
              void attempt(async () => {
                await request('DELETE', path)
                reload()
              })
            }
          >
            Start a new report
          </button>
        )}
      </div>
      {problem && <p class="card">{problem.message}</p>}
      {value && <Whole report={value} />}
    </div>
  )
}

function Whole({ report }: { report: ReportShape }) {
  const { rules, calls, callsLeftOut, coverage, unmetScenarios } = report
  return (
    <>
      <Verdict report={report} />
      {unmetScenarios.length > 0 && (
        <ul class="remedies">
          {unmetScenarios.map(({ world, scenario }) => (
            <li class="warned" key={`${world} ${scenario}`}>
              <b>no call</b> met the scenario {scenario} on the world {world}, so it tested nothing.
            </li>
          ))}
        </ul>
      )}
      <RuleList rules={rules} />
      <h2>Coverage, {showPercent(coverage.percent)}</h2>
      <CoverageGrid coverage={coverage} />
      <h2>How calls were tried again</h2>
      <TimelineList calls={calls} leftOut={callsLeftOut} />
      <Assumptions report={report} />
    </>
  )
}

function Verdict({ report }: { report: ReportShape }) {
  const { verdict, reasons, exchanges, summary, judgedBy } = report
  return (
    <section class={`card verdict ${verdict}`} aria-label="Verdict">
      <p class="word">{verdict}</p>
      <div>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        <p class="dim">
          {count(exchanges, 'request')} judged. The client waited {describeWaited(report)}. Sandbox {judgedBy.sandbox},{' '}
          {judgedBy.contract.title} {judgedBy.contract.version}.
        </p>
        <Sentences title="This run proves" sentences={summary.proven} />
        <Sentences title="It does not prove" sentences={summary.unproven} />
      </div>
    </section>
  )
}

const Sentences = ({ title, sentences }: { title: string; sentences: readonly string[] }) =>
  sentences.length === 0 ? null : (
    <details>
      <summary>
        {title} <span class="dim">{sentences.length}</span>
      </summary>
      <ul class="plain">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )

const Assumptions = ({ report: { assumptions } }: { report: ReportShape }) =>
  assumptions.length === 0 ? null : (
    <details>
      <summary>
        Replies that depend on assumptions <span class="dim">{assumptions.length}</span>
      </summary>
      <ul class="plain">
        {assumptions.map(({ id, choice, exchanges }) => (
          <li key={id}>
            <a href={`/docs#assumption-${id}`}>{id}</a> in {count(exchanges, 'reply', 'replies')}: {choice}
          </li>
        ))}
      </ul>
    </details>
  )
