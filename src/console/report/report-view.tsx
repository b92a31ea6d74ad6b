// Shows the report on the clients until now: figures first, then the findings, the balance of the worlds, the coverage, the calls that
// failed, and the facts that the other formats have.

import { rulesThat, STANDINGS } from '../../examine/formats/describe.ts'
import { listFacts } from '../../examine/formats/sections.ts'
import type { Balance, Coverage, Report as ReportShape, ResponseCoverage } from '../../ground/generated/report.ts'
import { count, seconds, showPercent } from '../../ground/numbers.ts'
import { attempt, call, useResource, worldPath } from '../api.ts'
import { navigate } from '../navigate.ts'
import { Button, Select } from '../parts/controls.tsx'
import { Facts, Folded, Items, Scroll, Table } from '../parts/show.tsx'
import { copy, reportWorld, worlds } from '../state.ts'
import { Campaign, OpenReport, opened, openReport } from './campaign.tsx'
import { FindingList, TimelineList } from './findings.tsx'

export function Report() {
  const world = reportWorld.value
  const path = `${world === '' ? '' : worldPath(world)}/report`
  const { value, problem } = useResource<ReportShape>(path)
  const clear = () => attempt(() => call('DELETE', path))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void openReport(event.dataTransfer?.files[0])
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
        <OpenReport />
      </div>
      {opened.value && <Campaign report={opened.value} />}
      {problem && <p class="card">{problem}</p>}
      {value && <Whole report={value} />}
    </div>
  )
}

function Whole({ report }: { report: ReportShape }) {
  const { facts, findings, coverage, balance, reasons, notices } = report
  return (
    <>
      <Figures report={report} />
      {[...reasons, ...notices].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <FindingList findings={findings} />
      {balance.length > 0 && <BalanceTable balance={balance} />}
      <h2>Coverage</h2>
      <CoverageGrid coverage={coverage} />
      <h2>Failed calls, and the equal calls after them</h2>
      <TimelineList calls={facts.calls} leftOut={facts.callsLeftOut} />
      <h2>Other facts</h2>
      <section class="card coverage">
        <Facts facts={listFacts(report, 0).map(({ title, text, rows }) => [title, text || <Rows rows={rows ?? []} />])} />
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
  const { verdict, facts, coverage } = report
  const figures = [
    ['requests', facts.exchanges.toLocaleString('en')],
    ...STANDINGS.map(([standing, word]) => [`rules ${word}`, rulesThat(report, standing).length] as const),
    ['coverage', showPercent(coverage.percent)],
    ['naturally', showPercent(coverage.natural)],
    ['pauses, slow replies', seconds(facts.waited.total)],
  ] as const
  return (
    <section class={`card figures ${verdict}`} aria-label="Verdict">
      <p class="word">
        {verdict}: {count(rulesThat(report, 'broken').length, 'rule')} broken, advice from{' '}
        {count(rulesThat(report, 'advised').length, 'rule')}
      </p>
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

/** The coverage as a grid of operations and responses. The cell of a response that was not met names what causes the response. */
function CoverageGrid({ coverage: { operations } }: { coverage: Coverage }) {
  const statuses = [...new Set(operations.flatMap(({ responses }) => responses.map(({ status }) => status)))].sort()
  return (
    <Scroll class="scroll card responses">
      <Table
        heads={['operation', ...statuses]}
        rows={operations.map(({ operationId, deprecated, responses }) => [
          {},
          [<a href={`/docs#${operationId}`}>{operationId}</a>, <span class="dim">{deprecated && ' deprecated'}</span>],
          ...statuses.map((status) => <Cell of={responses.find((one) => one.status === status)} operation={operationId} />),
        ])}
      />
    </Scroll>
  )
}

function Cell({ of: response, operation }: { of: ResponseCoverage | undefined; operation: string }) {
  if (response === undefined) return null
  const { status, met, natural, optional, reachWith = '' } = response
  if (met > 0)
    return (
      <span class={`cell ${natural > 0 ? 'good' : 'forced'}`} title={`met ${met} times, ${natural} naturally`}>
        {met.toLocaleString('en')}
        {natural === 0 && ' forced'}
      </span>
    )
  const name = optional ? 'optional' : 'not met'
  return (
    <Button
      name={name}
      class={`cell ${optional ? 'dim' : 'bad'}`}
      title={reachWith}
      aria-label={`${operation} ${status} ${name}: ${reachWith}`}
      onClick={() => copy(reachWith, reachWith)}
    />
  )
}
