// What each rule found: broken ones first, with the requests that show it.

import type { Finding, RuleReport } from '../../report/report.ts'

const ORDER = { failed: 0, passed: 1, 'not-exercised': 2 } as const

export function RuleList({ rules }: { rules: readonly RuleReport[] }) {
  const sorted = rules.toSorted((one, other) => rank(one) - rank(other))
  const quiet = sorted.filter(({ findings }) => findings.length === 0)
  return (
    <>
      {sorted
        .filter(({ findings }) => findings.length > 0)
        .map((rule) => (
          <section class="card rule" key={rule.rule}>
            <h2>
              <span class={`badge ${rule.verdict === 'failed' ? 'contract' : 'rate-limit'}`}>
                {rule.verdict === 'failed' ? 'failed' : 'advice'}
              </span>{' '}
              {rule.rule}
            </h2>
            <p class="dim">
              {rule.asks}
              {rule.ignored !== undefined && ` Ignored: ${rule.ignored}`}
            </p>
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

const rank = ({ verdict, findings }: RuleReport) => (findings.length > 0 ? -1 : 0) + ORDER[verdict]

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
        {part && `, ${part} ${place ?? ''}`}
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
