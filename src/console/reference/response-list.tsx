// Shows the responses of an operation, folded. Each response has its headers, its body and its examples.

import { isNode, type Node, resolve } from '../contract.ts'
import { JsonBlock } from '../parts/message.tsx'
import { Folded, Inline, Text } from '../parts/show.tsx'
import { Assumed, isAssumed, type Subject } from './assumed.tsx'
import { BodySchema, FieldTable } from './schema.tsx'

export const ResponseList = ({ subject, responses }: { subject: Subject; responses: Node }) => (
  <>
    <h4>Responses</h4>
    {Object.entries(responses).map(([status, response]) => (
      <Response key={status} subject={subject} status={status} response={response} />
    ))}
  </>
)

function Response({ subject, status, response }: { subject: Subject; status: string; response: unknown }) {
  const { description, headers = {}, content = {} } = resolve(subject.document, response)
  const fields = Object.entries(headers as Node).map(([name, node]) => ({ name, node, schema: resolve(subject.document, node).schema }))
  return (
    <Folded
      class={`response${isAssumed(subject, response) ? ' whole' : ''}`}
      title={[<span class={`status s${status[0]}`}>{status}</span>, ' ', <Inline text={description} />]}
    >
      <Assumed subject={subject} node={response} />
      {Object.entries(content as Record<string, Node>).map(([type, media]) => (
        <div key={type}>
          <BodySchema subject={subject} type={type} schema={media.schema} />
          <Assumed subject={subject} node={media} />
          <Assumed subject={subject} node={media.schema} />
          <Examples document={subject.document} media={media} />
        </div>
      ))}
      {fields.length > 0 && <FieldTable subject={subject} head="header" fields={fields} />}
    </Folded>
  )
}

function Examples({ document, media: { example, examples } }: { document: Node; media: Node }) {
  const named = isNode(examples) ? Object.values(examples).map((one) => resolve(document, one)) : []
  const all = example === undefined ? named : [{ value: example }]
  return (
    <>
      {all.map(({ summary, value }, index) => (
        <div key={String(summary ?? index)}>
          {summary !== undefined && <p class="dim">{String(summary)}</p>}
          {typeof value === 'string' ? <Text>{value}</Text> : <JsonBlock value={value} />}
        </div>
      ))}
    </>
  )
}
