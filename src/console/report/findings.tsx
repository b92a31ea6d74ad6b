// Shows each finding once, with its requests and the command that proves it or plays it again.

import { describeEvidence, describeHead, listLines } from '../../examine/formats/describe.ts'
import type { Finding } from '../../ground/generated/report.ts'
import { count } from '../../ground/words.ts'
import { Button, type Fact, Facts, Folded, Items } from '../parts.tsx'
import { renderRoute } from '../route.ts'
import { copy } from '../state.ts'

/** `isElsewhere`: the requests of a campaign were calls of other sandboxes, so they have no links. */
export const FindingList = ({ findings, isElsewhere = false }: { findings: readonly Finding[]; isElsewhere?: boolean }) => (
  <div class="findings">
    {findings.map((finding) => (
      <FindingItem key={describeHead(finding)} finding={finding} isElsewhere={isElsewhere} />
    ))}
  </div>
)

function FindingItem({ finding, isElsewhere }: { finding: Finding; isElsewhere: boolean }) {
  const { rule, level, title, where, evidence, prove, replay, exempted } = finding
  const command = prove ?? replay
  // The requests and the command stand below.
  const lines: Fact[] = listLines(finding).filter(([name, text]) => name !== 'requests' && text !== command)
  if (exempted !== undefined) lines.push(['exempted', exempted])
  const query = `id:${evidence.map(({ request }) => request).join(',')}`
  return (
    <section class={`card finding ${exempted === undefined ? level : 'exempted'}`}>
      <p class="tools">
        <span class="badge">{exempted === undefined ? level.toUpperCase() : 'exempted'}</span> <b>{title}</b>
        <span class="grow dim">{[...(title === rule ? [] : [rule]), where].join(' · ')}</span>
        {evidence.length > 0 && !isElsewhere && (
          <a class="button" href={renderRoute({ view: 'requests', query })}>
            Show {count(evidence.length, 'request')}
          </a>
        )}
      </p>
      <Facts facts={lines} />
      {command !== undefined && <Command text={command} />}
      {evidence.length > 0 && isElsewhere && (
        <Folded title="Requests" count={evidence.length}>
          <Items class="plain mono" items={evidence.map(describeEvidence)} />
        </Folded>
      )}
    </section>
  )
}

export const Command = ({ text }: { text: string }) => (
  <p class="tools">
    <code class="grow">{text}</code>
    <Button name="Copy" aria-label={`Copy ${text}`} onClick={() => copy(text, 'the command')} />
  </p>
)
