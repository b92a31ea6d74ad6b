// Shows the coverage as a grid of operations and responses. A cell of a response that the client has not met names the scenario
// that causes the response.

import type { Coverage, ResponseCoverage } from '../../report/report-facts.ts'
import { copy } from '../actions.ts'

export function CoverageGrid({ coverage: { operations } }: { coverage: Coverage }) {
  const statuses = [...new Set(operations.flatMap(({ responses }) => responses.map(({ status }) => status)))].sort()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach every part that scrolls
    <div class="scroll card" tabIndex={0}>
      <table class="coverage">
        <thead>
          <tr>
            <th>operation</th>
            {statuses.map((status) => (
              <th key={status}>{status}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {operations.map(({ operationId, deprecated, responses }) => (
            <tr key={operationId}>
              <th scope="row">
                <a href={`/docs#${operationId}`}>{operationId}</a> {deprecated && <span class="dim">deprecated</span>}
              </th>
              {statuses.map((status) => (
                <td key={status}>
                  <Cell of={responses.find((one) => one.status === status)} operation={operationId} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ of: response, operation }: { of: ResponseCoverage | undefined; operation: string }) {
  if (response === undefined) return <span class="cell none">·</span>
  const { met, natural, optional, bringOut } = response
  if (met > 0)
    return (
      <span class={`cell ${natural > 0 ? 'met' : 'by-force'}`} title={`met ${met} times, ${natural} naturally`}>
        {met.toLocaleString('en')}
        {natural === 0 && ' forced'}
      </span>
    )
  const hint = bringOut ?? 'no scenario causes this response'
  return (
    <button
      type="button"
      class={`cell ${optional ? 'optional' : 'missing'}`}
      title={hint}
      aria-label={`${operation} ${response.status} not met${optional ? ', optional' : ''}: ${hint}`}
      onClick={() => bringOut !== undefined && void copy(bringOut, bringOut)}
    >
      {optional ? 'optional' : 'not met'}
    </button>
  )
}
