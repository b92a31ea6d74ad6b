// The table of a campaign of faults. A campaign runs on sandboxes of its own, so the reader opens the file that `inject` wrote. The
// file stays in the browser.

import { signal } from '@preact/signals'
import type { InjectReport } from '../../../spec/inject.ts'
import { type Summary, summarise } from '../../inject/formats/summary.ts'
import { Button } from '../parts/controls.tsx'
import { Card, Scroll, Table } from '../parts/show.tsx'
import { copy, trouble } from '../state.ts'

/** The last file. It stays while the reader looks at other views. */
const campaign = signal<Summary | undefined>(undefined)

export async function openCampaign(file: File | undefined): Promise<void> {
  if (file === undefined) return
  try {
    // Everything is read once, so that a file of another shape is noticed here.
    campaign.value = summarise(JSON.parse(await file.text()) as InjectReport)
    trouble.value = ''
  } catch {
    trouble.value = `${file.name} is not a report that petstore-sandbox inject wrote with --output report.json.`
  }
}

export const OpenCampaign = () => (
  <label class="button" title="The file of petstore-sandbox inject --output report.json">
    Open a report of inject
    <input
      type="file"
      accept=".json"
      class="hidden"
      onChange={({ currentTarget }) => {
        void openCampaign(currentTarget.files?.[0])
        currentTarget.value = ''
      }}
    />
  </label>
)

export function Campaign() {
  if (campaign.value === undefined) return null
  const { isFailed, head, table, drift, legend, causes, notes, end: result } = campaign.value
  const end = <span class={isFailed ? 'bad' : 'good'}>{result}</span>
  return (
    <Card title={['Fault injection: ', end]}>
      <p>{head}</p>
      <Scroll class="scroll">
        <Table
          heads={['call', ...table.faults]}
          rows={table.rows.map(({ call, others, words }) => [
            {},
            [<code>{call}</code>, <span class="dim">{others !== '' && ` and ${others}`}</span>],
            // A word in capital letters fails.
            ...words.map((word) => <span class={/[A-Z]/.test(word) && word === word.toUpperCase() ? 'badge refused' : 'dim'}>{word}</span>),
          ])}
        />
      </Scroll>
      <p>{drift}</p>
      <p class="dim lines">{legend}</p>
      {causes.map(({ word, isBad, place, also, message, replay }) => (
        <div key={replay} class={`finding ${isBad ? 'fail' : 'advice'}`}>
          <p>
            <b>{word}</b> <code>{place}</code> {also !== '' && <span class="dim">also {also}</span>}
          </p>
          <p class="lines">{message}</p>
          <p class="tools">
            <code>{replay}</code>
            <Button name="Copy" onClick={() => copy(replay, 'the command that plays the run again')} />
          </p>
        </div>
      ))}
      <p class="dim lines">{notes}</p>
      <Button name="Close" onClick={() => (campaign.value = undefined)} />
    </Card>
  )
}
