// Shows the report on the clients until now: figures first, then the findings of each rule, the balance of the worlds, the
// calls that were tried again, and the facts that the other formats have.

import type { Balance, Report as ReportShape, Timeline } from '../../../spec/report.ts'
import { describeCall, describeTry, rulesThat, STANDINGS } from '../../report/formats/describe.ts'
import { listFacts } from '../../report/formats/sections.ts'
import { showPercent } from '../../text/percent.ts'
import { call, worldPath } from '../api.ts'
import { attempt, useResource } from '../feedback.ts'
import { navigate } from '../navigate.ts'
import { Button, Select } from '../parts/controls.tsx'
import { Facts, Folded, Items, Scroll, Table } from '../parts/show.tsx'
import { renderRoute } from '../route.ts'
import { reportWorld, worlds } from '../state.ts'
import { Campaign, OpenCampaign, openCampaign } from './campaign.tsx'
import { RuleList } from './rule-list.tsx'

export function Report() {
  const world = reportWorld.value
  const path = `${world === '' ? '' : worldPath(world)}/report`
  const { value, problem } = useResource<ReportShape>(path)
  const clear = () => void attempt(() => call('DELETE', path))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void openCampaign(event.dataTransfer?.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside the title does the same
    <div class="page wide" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div class="headline">
        <h1>Report</h1>
        <label>
          World
          <Select
            value={world}
            choices={[['', 'all worlds'], ...(worlds.value ?? []).map(({ name }) => name)]}
            onChange={(place) => navigate({ view: 'report', place })}
          />
        </label>
        {value && <Button name="Start a new report" onClick={clear} />}
        <OpenCampaign />
      </div>
      <Campaign />
      {problem && <p class="card">{problem}</p>}
      {value && <Whole report={value} />}
    </div>
  )
}

function Whole({ report }: { report: ReportShape }) {
  const { rules, calls, callsLeftOut, balance, reasons, notices } = report
  return (
    <>
      <Figures report={report} />
      {[...reasons, ...notices].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <RuleList rules={rules} />
      {balance.length > 0 && <BalanceTable balance={balance} />}
      <h2>How calls were tried again</h2>
      <TimelineList calls={calls} leftOut={callsLeftOut} />
      <h2>Coverage and other facts</h2>
      <section class="card coverage">
        <Facts facts={listFacts(report).map(({ title, text, rows }) => [title, text || <Rows rows={rows ?? []} />])} />
      </section>
    </>
  )
}

const Rows = ({ rows }: { rows: readonly (readonly string[])[] }) => (
  <Folded title="show" count={rows.length}>
    <Items class="plain" items={rows.map((cells) => cells.join(': '))} />
  </Folded>
)

function Figures({ report }: { report: ReportShape }) {
  const { verdict, exchanges, coverage } = report
  const figures = [
    ['requests', exchanges.toLocaleString('en')],
    ...STANDINGS.map(([standing, word]) => [word, rulesThat(report, standing).length] as const),
    ['coverage', showPercent(coverage.percent)],
    ['naturally', showPercent(coverage.natural)],
  ] as const
  return (
    <section class={`card figures ${verdict}`} aria-label="Verdict">
      <p class="word">{verdict}</p>
      <Facts facts={figures} class="" />
    </section>
  )
}

const BalanceTable = ({ balance }: { balance: readonly Balance[] }) => (
  <>
    <h2>What the client was told, and what exists</h2>
    <Scroll class="card scroll">
      <Table
        heads={['items', 'world', 'test', 'created and told', 'created, not told', 'made twice', 'told and not there']}
        rows={balance.map(({ items, world, case: name = '', told, untold, duplicates, gone }) => [
          { class: untold + duplicates + gone > 0 ? 'warned' : '' },
          ...[items, world, name, told, untold, duplicates, gone],
        ])}
      />
    </Scroll>
  </>
)

/** Calls that were tried again come first, and are open. */
function TimelineList({ calls, leftOut }: { calls: readonly Timeline[]; leftOut: number }) {
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
