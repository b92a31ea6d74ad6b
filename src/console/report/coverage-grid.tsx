// Shows the coverage as a grid of operations and responses. It fills while the client calls. The cell of a response that the client
// has not met names what causes the response.

import type { Coverage, ResponseCoverage } from '../../../spec/report.ts'
import { copy } from '../feedback.ts'
import { Button } from '../parts/controls.tsx'
import { Scroll, Table } from '../parts/show.tsx'

export function CoverageGrid({ coverage: { operations } }: { coverage: Coverage }) {
  const statuses = [...new Set(operations.flatMap(({ responses }) => responses.map(({ status }) => status)))].sort()
  return (
    <Scroll class="scroll card responses">
      <Table
        heads={['operation', ...statuses]}
        rows={operations.map(({ operationId, deprecated, responses }) => [
          {},
          [<a href={`/docs#${operationId}`}>{operationId}</a>, <span class="dim">{deprecated && ' deprecated'}</span>],
          ...statuses.map((status) => <Cell of={responses.find((one) => one.status === status)} operation={operationId} />),
        ])}
      />
    </Scroll>
  )
}

function Cell({ of: response, operation }: { of: ResponseCoverage | undefined; operation: string }) {
  if (response === undefined) return null
  const { status, met, natural, optional, reachWith = '' } = response
  if (met > 0)
    return (
      <span class={`cell ${natural > 0 ? 'good' : 'forced'}`} title={`met ${met} times, ${natural} naturally`}>
        {met.toLocaleString('en')}
        {natural === 0 && ' forced'}
      </span>
    )
  const name = optional ? 'optional' : 'not met'
  return (
    <Button
      name={name}
      class={`cell ${optional ? 'dim' : 'bad'}`}
      title={reachWith}
      aria-label={`${operation} ${status} ${name}: ${reachWith}`}
      onClick={() => void copy(reachWith, reachWith)}
    />
  )
}
