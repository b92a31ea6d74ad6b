// Shows the responses of an operation, folded. Each response has its headers, its body and its examples.

import type { Node } from '../contract.ts'
import { isNode, resolve } from '../contract.ts'
import { JsonBlock } from '../parts/json-block.tsx'
import { Inline } from '../parts/prose.tsx'
import { Assumed, isAssumed } from './assumed.tsx'
import { type Subject, TypeName } from './schema.tsx'

export function ResponseList({ subject, responses }: { subject: Subject; responses: Node }) {
  return (
    <>
      <h4>Responses</h4>
      {Object.entries(responses).map(([status, response]) => (
        <Response key={status} subject={subject} status={status} response={response} />
      ))}
    </>
  )
}

function Response({ subject, status, response }: { subject: Subject; status: string; response: unknown }) {
  const { document, assumptions } = subject
  const { description, headers = {}, content = {} } = resolve(document, response)
  return (
    <details class={`response${isAssumed(document, response) ? ' whole' : ''}`}>
      <summary>
        <span class={`status s${status[0]}`}>{status}</span> <Inline text={description} />
      </summary>
      <Assumed document={document} node={response} all={assumptions} />
      {Object.keys(headers as Node).length > 0 && <Headers subject={subject} headers={headers as Node} />}
      {Object.entries(content as Record<string, Node>).map(([type, media]) => (
        <div key={type}>
          <p>
            <span class="dim">{type}</span> <TypeName subject={subject} schema={media.schema} />
          </p>
          <Assumed document={document} node={media} all={assumptions} />
          <Assumed document={document} node={media.schema} all={assumptions} />
          <Examples document={document} media={media} />
        </div>
      ))}
    </details>
  )
}

const Headers = ({ subject, headers }: { subject: Subject; headers: Node }) => (
  <table>
    <thead>
      <tr>
        <th>header</th>
        <th>type</th>
        <th>meaning</th>
      </tr>
    </thead>
    <tbody>
      {Object.entries(headers).map(([name, header]) => {
        const { schema, description } = resolve(subject.document, header)
        return (
          <tr key={name} class={isAssumed(subject.document, header) ? 'whole' : ''}>
            <td>
              <code>{name}</code>
            </td>
            <td>
              <TypeName subject={subject} schema={schema} />
            </td>
            <td>
              <Inline text={description} />
              <Assumed document={subject.document} node={header} all={subject.assumptions} />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

function Examples({ document, media: { example, examples } }: { document: Node; media: Node }) {
  const named = isNode(examples) ? Object.values(examples).map((one) => resolve(document, one)) : []
  const all = example === undefined ? named : [{ value: example }]
  return (
    <>
      {all.map(({ summary, value }, index) => (
        <div key={String(summary ?? index)}>
          {summary !== undefined && <p class="dim">{String(summary)}</p>}
          {typeof value === 'string' ? <pre class="text">{value}</pre> : <JsonBlock value={value} />}
        </div>
      ))}
    </>
  )
}
