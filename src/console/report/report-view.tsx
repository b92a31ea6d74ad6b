// Shows the report on the clients until now: the verdict and its figures, the findings, the coverage, and the other facts.

import { listFacts, listFigures, rulesThat } from '../../examine/formats/describe.ts'
import type { Coverage, Report as ReportShape, ResponseCoverage } from '../../ground/generated/report.ts'
import { count } from '../../ground/words.ts'
import { attempt, call, useResource, worldPath } from '../api.ts'
import { Button, Facts, Folded, Items, Scroll, Table } from '../parts.tsx'
import { renderRoute } from '../route.ts'
import { visited } from '../state.ts'
import { OpenedReport, OpenReport, opened } from './campaign.tsx'
import { FindingList } from './findings.tsx'

export function Report() {
  const world = visited.value.report?.place ?? ''
  const path = `${world === '' ? '' : worldPath(world)}/report`
  // A campaign is about no world of this sandbox.
  const isOpened = world === '' && opened.value !== undefined
  const { value, problem } = useResource(path, () => call<ReportShape>('GET', path))
  return (
    <div class="page">
      <div class="headline">
        <h1>{world === '' ? 'Report' : `Report on world ${world}`}</h1>
        {world !== '' && <a href={renderRoute({ view: 'report' })}>all worlds</a>}
        <Button name="Start a new report" onClick={() => attempt(() => call('DELETE', path))} />
        {world === '' && <OpenReport />}
      </div>
      {isOpened && <OpenedReport />}
      {problem && <p class="card">{problem}</p>}
      {value && !isOpened && <Whole report={value} />}
    </div>
  )
}

function Whole({ report }: { report: ReportShape }) {
  const { facts, findings, coverage, reasons } = report
  const verdict = facts.exchanges === 0 ? '' : report.verdict
  const [broken, advised] = (['broken', 'advised'] as const).map((standing) => count(rulesThat(report, standing).length, 'rule'))
  return (
    <>
      <section class={`card verdict ${verdict}`} aria-label="Verdict">
        <p class="word">{verdict === '' ? 'No call yet' : `${verdict}: ${broken} broken, advice from ${advised}`}</p>
        <Items class="bare" items={[...reasons, ...listFigures(report)]} />
      </section>
      <FindingList findings={findings} />
      <div class="findings">
        <section>
          <h2>Coverage</h2>
          <CoverageGrid coverage={coverage} />
        </section>
        <section>
          <h2>Other facts</h2>
          <div class="card coverage">
            <Facts facts={listFacts(report).map(({ title, text, rows }) => [title, text || <Rows rows={rows ?? []} />])} />
          </div>
        </section>
      </div>
    </>
  )
}

const Rows = ({ rows }: { rows: readonly (readonly string[])[] }) => (
  <Folded title="show" count={rows.length}>
    <Items class="plain" items={rows.map((cells) => cells.join(': '))} />
  </Folded>
)

/** The facts say how to get the missing responses. */
function CoverageGrid({ coverage: { operations } }: { coverage: Coverage }) {
  const statuses = [...new Set(operations.flatMap(({ responses }) => responses.map(({ status }) => status)))].sort()
  return (
    <Scroll class="scroll card responses">
      <Table
        heads={['operation', ...statuses]}
        rows={operations.map(({ operationId, responses }) => [
          <a href={`/docs#${operationId}`}>{operationId}</a>,
          ...statuses.map((status) => <Cell of={responses.find((one) => one.status === status)} operation={operationId} />),
        ])}
      />
    </Scroll>
  )
}

function Cell({ of: response, operation }: { of: ResponseCoverage | undefined; operation: string }) {
  if (response === undefined) return null
  const { status, met, optional, reachWith } = response
  if (met === 0)
    return (
      <span class={`cell ${optional ? 'dim' : 'missing'}`} title={reachWith}>
        {optional ? 'optional' : 'not met'}
      </span>
    )
  return (
    <a class="cell good" href={renderRoute({ view: 'requests', query: `operation:${operation} status:${status}` })}>
      {met.toLocaleString('en')}
    </a>
  )
}
