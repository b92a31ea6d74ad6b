// Shows the coverage as a grid of operations and responses. Over a response that the client has not met
// stands the scenario that causes it.

import type { Coverage, ResponseCoverage } from '../../../spec/report.ts'
import { Scroll, Table } from '../parts/show.tsx'

export function CoverageGrid({ coverage: { operations } }: { coverage: Coverage }) {
  const statuses = [...new Set(operations.flatMap(({ responses }) => responses.map(({ status }) => status)))].sort()
  return (
    <Scroll class="scroll card coverage">
      <Table
        heads={['operation', ...statuses]}
        rows={operations.map(({ operationId, deprecated, responses }) => [
          {},
          [<a href={`/docs#${operationId}`}>{operationId}</a>, <span class="dim">{deprecated && ' deprecated'}</span>],
          ...statuses.map((status) => <Cell of={responses.find((one) => one.status === status)} />),
        ])}
      />
    </Scroll>
  )
}

function Cell({ of: response }: { of: ResponseCoverage | undefined }) {
  if (response === undefined) return <span class="dim">·</span>
  const { met, natural, optional, reachWith = 'no scenario causes this response' } = response
  if (met > 0) return <b class={natural > 0 ? 'good' : 'badge forced'}>{`${met.toLocaleString('en')}${natural > 0 ? '' : ' forced'}`}</b>
  return (
    <span class={optional ? 'dim' : 'bad'} title={reachWith}>
      {optional ? 'optional' : 'not met'} <span class="hidden">{reachWith}</span>
    </span>
  )
}
