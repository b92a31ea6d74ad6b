// Shows each finding once, with a link to its requests and the command that proves it.

import { describeHead, listLines, wordOf } from '../../examine/formats/describe.ts'
import type { Finding } from '../../ground/generated/report.ts'
import { count } from '../../ground/words.ts'
import { Button } from '../parts/controls.tsx'
import { Facts } from '../parts/show.tsx'
import { renderRoute } from '../route.ts'
import { copy } from '../state.ts'

export const FindingList = ({ findings }: { findings: readonly Finding[] }) => (
  <div class="findings">
    {findings.map((finding) => (
      <FindingItem key={describeHead(finding)} finding={finding} />
    ))}
  </div>
)

function FindingItem({ finding }: { finding: Finding }) {
  const { rule, level, title, where, evidence, prove } = finding
  // The link leads to the requests, and the command stands below.
  const lines = listLines(finding).filter(([name]) => name !== 'requests' && name !== 'to prove')
  const query = `id:${evidence.map(({ request }) => request).join(',')}`
  return (
    <section class={`card finding ${level}`}>
      <p class="tools">
        <span class="badge">{wordOf(finding)}</span> <b>{title}</b>
        <span class="grow dim">{[...(title === rule ? [] : [rule]), where].join(' · ')}</span>
        {evidence.length > 0 && (
          <a class="button" href={renderRoute({ view: 'requests', query })}>
            Show {count(evidence.length, 'request')}
          </a>
        )}
      </p>
      <Facts facts={lines} />
      {prove !== undefined && (
        <p class="tools">
          <code class="grow">{prove}</code>
          <Button name="Copy" aria-label={`Copy ${prove}`} onClick={() => copy(prove, 'the command')} />
        </p>
      )}
    </section>
  )
}
