// The report of a campaign: the tables of the faults and of the lies. A campaign runs on sandboxes of its own, so the reader opens the file
// that `inject` wrote. The file stays in the browser.

import { signal } from '@preact/signals'
import { useErrorBoundary } from 'preact/hooks'
import { describeLies, describeRuns, outcomeWord } from '../../examine/formats/tables.ts'
import type { Report, Run } from '../../ground/generated/report.ts'
import { showMs } from '../../ground/words.ts'
import { Button, Card, Items, Scroll, Table } from '../parts.tsx'
import { trouble } from '../state.ts'
import { Command, FindingList } from './findings.tsx'

/** The report stays while the reader looks at other views. */
export const opened = signal<Report | undefined>(undefined)
/** The run, or the operation with its lies, that was chosen in a table. */
const chosen = signal<Run | string | undefined>(undefined)

const NO_REPORT = 'The file is not a report that petstore-sandbox inject wrote with --output report.json.'

async function openReport(file: File | undefined): Promise<void> {
  if (file === undefined) return
  try {
    const report: Report = JSON.parse(await file.text())
    if (describeRuns(report) === undefined) throw new Error('no campaign')
    opened.value = report
    chosen.value = undefined
    trouble.value = ''
  } catch {
    trouble.value = NO_REPORT
  }
}

export const OpenReport = () => (
  <label class="button" title="The file of petstore-sandbox inject --output report.json">
    Open a report of inject
    <input
      type="file"
      accept=".json"
      class="hidden"
      onChange={({ currentTarget }) => {
        void openReport(currentTarget.files?.[0])
        currentTarget.value = ''
      }}
    />
  </label>
)

/** A file of another shape fails when a part of it is shown. The report is then closed. */
export function OpenedReport() {
  const [failure] = useErrorBoundary(() => {
    opened.value = undefined
    trouble.value = NO_REPORT
  })
  return failure === undefined && opened.value && <Campaign report={opened.value} />
}

function Campaign({ report }: { report: Report }) {
  const runs = describeRuns(report)
  if (runs === undefined) return null
  const { head, notes } = runs
  const [faults = [], ...rows] = runs.table
  return (
    <>
      <Card title={['Fault injection: ', <span class={report.verdict === 'failed' ? 'bad' : 'good'}>{report.verdict.toUpperCase()}</span>]}>
        <p>{head}</p>
        <Scroll class="scroll">
          <Table
            heads={['call', ...faults.slice(1)]}
            rows={rows.map(([call = '', ...words]) => [
              <code>{call}</code>,
              ...words.map((word, at) => (
                <Cell word={word} run={report.runs.find((one) => one.call === call && one.fault === faults[at + 1])} />
              )),
            ])}
          />
        </Scroll>
        {typeof chosen.value === 'object' && <RunDetails run={chosen.value} />}
        <Items class="plain" items={notes} />
        <Button name="Close" onClick={() => (opened.value = undefined)} />
      </Card>
      <FindingList findings={report.findings} isElsewhere />
      <LiesCard report={report} />
    </>
  )
}

const Cell = ({ word, run }: { word: string; run: Run | undefined }) =>
  run === undefined ? (
    <span class="dim">{word}</span>
  ) : (
    <Button
      name={word}
      class={`badge ${outcomeWord(run) === outcomeWord(run).toUpperCase() ? 'refused' : ''}`}
      aria-label={`${run.call} ${run.fault}: ${word}`}
      aria-pressed={chosen.value === run}
      onClick={() => (chosen.value = run)}
    />
  )

const RunDetails = ({ run: { call, fault, target = '', tries, observed, control, replay, case: name } }: { run: Run }) => (
  <section class="chosen" aria-label="Run">
    <h3>{[`${call} × ${fault}`, target, ...(name === undefined ? [] : [`case "${name}"`])].join(' · ')}</h3>
    <Items
      class="plain"
      items={tries.map(
        ({ status, gap }) => `${status === 0 ? 'no reply' : status}${gap === undefined ? '' : `, ${showMs(gap * 1000)} later`}`,
      )}
    />
    <p>{[observed, control].filter(Boolean).join('; ')}</p>
    <Command text={replay} />
  </section>
)

function LiesCard({ report }: { report: Report }) {
  const told = describeLies(report)
  if (told === undefined) return null
  const [fields = [], ...rows] = told.table
  return (
    <Card title={told.head}>
      <Scroll class="scroll">
        <Table
          heads={['operation', ...fields.slice(1)]}
          rows={rows.map(([name = '', ...words]) => [
            <Button name={name} aria-pressed={chosen.value === name} onClick={() => (chosen.value = name)} />,
            ...words,
          ])}
        />
      </Scroll>
      {report.lies
        .filter(({ operation }) => operation === chosen.value)
        .flatMap(({ operation, field, told: own }) =>
          own.map(({ lie, gives, result, replay }) => (
            <section class="chosen" key={lie}>
              {operation}.{field}: the replies had {gives}, {RESULTS[result]}.
              <Command text={replay} />
            </section>
          )),
        )}
      <Items class="plain dim" items={told.unnoticed.map(({ sentence }) => sentence)} />
    </Card>
  )
}

const RESULTS = { noticed: 'and your tests failed', unnoticed: 'and your tests passed', unmet: 'but no call met it' } as const
