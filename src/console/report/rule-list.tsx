// Shows the findings of each rule: what was expected beside what was observed, and the requests that show it. Rules that fail the
// client come first. Advice that several findings share stands once.

import type { Finding, RuleReport } from '../../../spec/report.ts'
import { describeEvidence, describePlace, listLines, STANDINGS, standingOf } from '../../report/formats/describe.ts'
import { count } from '../../text/count.ts'
import { type Fact, Facts, Folded, Items } from '../parts/show.tsx'
import { renderRoute } from '../route.ts'

export const RuleList = ({ rules }: { rules: readonly RuleReport[] }) =>
  STANDINGS.flatMap(([standing, word]) =>
    rules
      .filter((rule) => rule.findings.length > 0 && standingOf(rule) === standing)
      .map((rule) => <Rule key={rule.rule} rule={rule} standing={standing} word={word} />),
  )

function Rule({ rule: { rule, asks, ground, findings, ignored }, standing, word }: { rule: RuleReport; standing: string; word: string }) {
  const [first = [], ...others] = findings.map(listLines)
  const shared = first.filter(([name, text]) => others.every((lines) => lines.some((line) => line[0] === name && line[1] === text)))
  return (
    <section class={`card rule ${standing}`}>
      <h2>
        <span class="badge">{word}</span> {rule}
      </h2>
      <p>
        {asks} <span class="dim">Ground: {ground}.</span>
      </p>
      <Facts facts={shared} />
      {findings.map((finding, index) => (
        <FindingItem key={index} finding={finding} said={shared.map(([name]) => name)} />
      ))}
      {ignored !== undefined && <p class="dim">The policy ignores this rule: {ignored}</p>}
    </section>
  )
}

/** `said` are the names of the facts that stand above all findings. */
function FindingItem({ finding, said }: { finding: Finding; said: readonly string[] }) {
  const { level, message, requests, evidence, exempted } = finding
  const own: Fact[] = listLines(finding).filter(([name, text]) => !said.includes(name) && !message.includes(text))
  if (exempted !== undefined) own.push(['exempted', exempted])
  return (
    <div class={`finding ${level}`}>
      <p>
        <b>{message}</b> <span class="dim">{describePlace(finding)}</span>
      </p>
      <Facts facts={own} />
      <a class="button" href={renderRoute({ view: 'requests', query: `id:${requests.join(',')}` })}>
        Show {count(requests.length, 'request')}
      </a>
      <Folded title="Evidence">
        <Items
          class="plain mono"
          items={evidence.map((one) => [
            <a href={renderRoute({ view: 'requests', place: one.request })}>{one.request}</a>,
            describeEvidence(one).slice(one.request.length),
          ])}
        />
      </Folded>
    </div>
  )
}
