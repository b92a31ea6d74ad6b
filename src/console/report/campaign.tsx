// The report of a campaign of faults: its table, and the file that it comes from. A campaign runs on sandboxes of its own, so the reader
// opens the file that `inject` wrote. The file stays in the browser.

import { signal } from '@preact/signals'
import { describeLies, describeRuns } from '../../examine/formats/tables.ts'
import type { Report } from '../../ground/generated/report.ts'
import { Button } from '../parts/controls.tsx'
import { Card, Items, Scroll, Table } from '../parts/show.tsx'
import { trouble } from '../state.ts'
import { FindingList } from './findings.tsx'

/** The report of the last file. It stays while the reader looks at other views. */
export const opened = signal<Report | undefined>(undefined)

export async function openReport(file: File | undefined): Promise<void> {
  if (file === undefined) return
  try {
    const report: Report = JSON.parse(await file.text())
    // Everything is read once, so that a file of another shape is noticed here.
    if (describeRuns(report) === undefined || report.findings.some(({ title }) => title === undefined)) throw new Error('no campaign')
    opened.value = report
    trouble.value = ''
  } catch {
    trouble.value = `${file.name} is not a report that petstore-sandbox inject wrote with --output report.json.`
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

export function Campaign({ report }: { report: Report }) {
  const runs = describeRuns(report)
  if (runs === undefined) return null
  const { head, whole, notes } = runs
  const isFailed = report.verdict === 'failed'
  return (
    <>
      <Card title={['Fault injection: ', <span class={isFailed ? 'bad' : 'good'}>{report.verdict.toUpperCase()}</span>]}>
        <p>{head}</p>
        <Scroll class="scroll">
          <Table
            heads={['call', ...runs.columns]}
            rows={runs.rows.map(({ name, others, words }) => [
              {},
              [<code>{name}</code>, <span class="dim">{others !== '' && ` and ${others}`}</span>],
              // A word in capital letters fails.
              ...words.map((word) => (
                <span class={/[A-Z]/.test(word) && word === word.toUpperCase() ? 'badge refused' : 'dim'}>{word}</span>
              )),
            ])}
          />
        </Scroll>
        <Items class="plain" items={whole} />
        <Items class="plain dim" items={notes} />
        <Button name="Close" onClick={() => (opened.value = undefined)} />
      </Card>
      <FindingList findings={report.findings} />
      <Lies report={report} />
    </>
  )
}

function Lies({ report }: { report: Report }) {
  const told = describeLies(report)
  if (told === undefined) return null
  return (
    <Card title={[told.head]}>
      <Scroll class="scroll">
        <Table heads={['operation', ...told.columns]} rows={told.rows.map(({ name, words }) => [{}, <code>{name}</code>, ...words])} />
      </Scroll>
      <Items class="plain dim" items={told.unnoticed.map(({ sentence }) => sentence)} />
    </Card>
  )
}
