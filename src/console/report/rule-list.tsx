// Shows the findings of each rule: what was expected beside what was observed, and the requests that show it. Rules that fail the
// client come first. Advice that several findings share stands once.

import { describeEvidence, describePlace, listLines, STANDINGS, type Standing, standingOf } from '../../report/formats/describe.ts'
import type { Finding, RuleReport } from '../../report/report.ts'
import { count } from '../../text/count.ts'
import { type Fact, Facts, Folded, Table } from '../parts/show.tsx'
import { renderRoute } from '../route.ts'

const WORDS = new Map(STANDINGS)
const ORDER = [...WORDS.keys()]

export function RuleList({ rules }: { rules: readonly RuleReport[] }) {
  const sorted = rules.toSorted((one, other) => ORDER.indexOf(standingOf(one)) - ORDER.indexOf(standingOf(other)))
  const quiet = sorted.filter(({ findings }) => findings.length === 0)
  return (
    <>
      {sorted
        .filter(({ findings }) => findings.length > 0)
        .map((rule) => (
          <Rule key={rule.rule} rule={rule} standing={standingOf(rule)} />
        ))}
      <Folded title="Rules without a finding" count={quiet.length} class="card">
        <Table
          heads={['rule', 'result', 'what a client does']}
          rows={quiet.map((rule) => ({
            cells: [
              <b key="rule">{rule.rule}</b>,
              <span key="result" class={rule.verdict === 'passed' ? 'good' : 'dim'}>
                {WORDS.get(standingOf(rule))}
              </span>,
              <>
                {rule.asks} <span class="dim">{rule.hint}</span>
              </>,
            ],
          }))}
        />
      </Folded>
    </>
  )
}

function Rule({ rule: { rule, asks, ground, findings, ignored }, standing }: { rule: RuleReport; standing: Standing }) {
  const facts = findings.map(factsOf)
  const shared = (facts[0] ?? []).filter(([name, text]) => facts.every((other) => other.some((one) => one[0] === name && one[1] === text)))
  return (
    <section class={`card rule ${standing}`}>
      <h2>
        <span class="badge">{WORDS.get(standing)}</span> {rule}
      </h2>
      <p>
        {asks} <span class="dim">Ground: {ground}.</span>
      </p>
      <Facts facts={shared} />
      {findings.map((finding, index) => (
        <FindingItem
          key={index}
          finding={finding}
          facts={(facts[index] ?? []).filter(
            ([name, text]) => !shared.some(([other]) => other === name) && !finding.message.includes(String(text)),
          )}
        />
      ))}
      {ignored !== undefined && <p class="dim">The policy ignores this rule: {ignored}</p>}
    </section>
  )
}

const factsOf = (finding: Finding): Fact[] => [
  ...listLines(finding),
  ...(finding.exempted === undefined ? [] : [['exempted', finding.exempted] as const]),
]

function FindingItem({ finding, facts }: { finding: Finding; facts: readonly Fact[] }) {
  const { level, message, requests, evidence } = finding
  return (
    <div class={`finding ${level}`}>
      <p>
        <b>{message}</b> <span class="dim">{describePlace(finding)}</span>
      </p>
      <Facts facts={facts} />
      <a class="button" href={renderRoute({ view: 'requests', query: `id:${requests.join(',')}` })}>
        Show {count(requests.length, 'request')}
      </a>
      <Folded title="Evidence">
        <ul class="plain mono">
          {evidence.map((one) => (
            <li key={one.request}>
              <a href={renderRoute({ view: 'requests', place: one.request })}>{one.request}</a>
              {describeEvidence(one).slice(one.request.length)}
            </li>
          ))}
        </ul>
      </Folded>
    </div>
  )
}
