// Shows the findings of each rule, with the requests that show them. Broken rules come first.

import { standingOf } from '../../report/formats/describe.ts'
import type { Finding, RuleReport } from '../../report/report.ts'

export function RuleList({ rules }: { rules: readonly RuleReport[] }) {
  const found = rules
    .filter(({ findings }) => findings.length > 0)
    .toSorted((one, other) => Number(isBroken(other)) - Number(isBroken(one)))
  const quiet = rules.filter(({ findings }) => findings.length === 0)
  return (
    <>
      {found.map((rule) => (
        <section class="card rule" key={rule.rule}>
          <h2>
            <span class={`badge ${isBroken(rule) ? 'contract' : 'rate-limit'}`}>{isBroken(rule) ? 'failed' : 'advice'}</span> {rule.rule}
          </h2>
          <p class="dim">{rule.asks}</p>
          {rule.findings.map((finding, index) => (
            <FindingItem key={`${finding.message} ${index}`} finding={finding} />
          ))}
        </section>
      ))}
      <details class="card">
        <summary>
          Rules without a finding <span class="dim">{quiet.length}</span>
        </summary>
        <table>
          <tbody>
            {quiet.map(({ rule, verdict, asks, hint }) => (
              <tr key={rule}>
                <td>
                  <b>{rule}</b>
                </td>
                <td class={verdict === 'passed' ? 'good' : 'dim'}>{verdict === 'passed' ? 'passed' : 'not exercised'}</td>
                <td>
                  {asks} {hint && <span class="dim">{hint}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

const isBroken = (rule: RuleReport) => standingOf(rule) === 'failed'

function FindingItem({ finding }: { finding: Finding }) {
  const { level, operation, message, advice, requests, count, world, in: part, place } = finding
  return (
    <div class={`finding ${level}`}>
      <p>
        {operation && (
          <a href={`/docs#${operation}`} class="mono">
            {operation}
          </a>
        )}{' '}
        {message} {count > 1 && <b>{count} times</b>}
      </p>
      <p>{advice}</p>
      <p class="dim">
        world {world}
        {part && `, ${`${part} ${place ?? ''}`.trim()}`}
        {finding.case && `, test ${finding.case}`}
        {', '}
        {requests.map((id) => (
          <a key={id} href={`/#requests/${id}`}>
            {id}
          </a>
        ))}
      </p>
    </div>
  )
}
