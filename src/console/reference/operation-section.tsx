// Shows an operation: its parameters, its body, its responses, and a button to try it.

import { renderJson } from '../../json/json.ts'
import { navigate } from '../actions.ts'
import { begin } from '../composer/target-fields.tsx'
import type { Node, Operation } from '../contract.ts'
import { exampleOf, isNode, resolve } from '../contract.ts'
import { JsonBlock } from '../parts/json-block.tsx'
import { Inline, Prose } from '../parts/prose.tsx'
import { CopyAs } from '../requests/copy-as.tsx'
import { Assumed, isAssumed } from './assumed.tsx'
import { ResponseList } from './response-list.tsx'
import { type Subject, TypeName } from './schema.tsx'

export function OperationSection({ subject, operation }: { subject: Subject; operation: Operation }) {
  const { document, prefix, assumptions } = subject
  const { id, method, path, node } = operation
  return (
    <section id={prefix + id} class="operation">
      <h3>
        <span class={`verb ${method.toLowerCase()}`}>{method}</span> <code>{path}</code> <span>{String(node.summary ?? id)}</span>
      </h3>
      {node.deprecated === true && <Deprecated node={node} />}
      <Prose text={node.description} />
      <Assumed document={document} node={node} all={assumptions} />
      <Parameters subject={subject} parameters={operation.parameters} />
      <RequestBody subject={subject} body={node.requestBody} />
      <p class="tools">
        {prefix === '' && (
          <button
            type="button"
            class="main"
            onClick={() => {
              begin(operation)
              navigate({ view: 'compose', place: '' })
            }}
          >
            Try it
          </button>
        )}
        <CopyAs request={exampleRequest(subject, operation)} />
      </p>
      <ResponseList subject={subject} responses={(node.responses ?? {}) as Node} />
    </section>
  )
}

function exampleRequest({ document, prefix }: Subject, { method, path, node, parameters }: Operation) {
  const example = exampleOf(document, node.requestBody)
  const text = example === undefined ? undefined : renderJson(example)
  const values = new Map(parameters.map(({ name, example: value }) => [String(name), String(value ?? 1)]))
  const headers: [string, string][] = prefix === '' ? [['Authorization', 'Bearer sandbox_free']] : []
  return {
    ...{ method, origin: location.origin, target: path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => values.get(name) ?? '1') },
    headers: text === undefined ? headers : [...headers, ['Content-Type', 'application/json'] as const],
    ...(text !== undefined && { body: { text, bytes: text.length } }),
  }
}

const Deprecated = ({ node }: { node: Node }) => (
  <p class="warned">
    <b>Deprecated</b>
    {typeof node['x-deprecated'] === 'string' && ` since ${node['x-deprecated'].slice(0, 10)}`}
    {typeof node['x-sunset'] === 'string' && `, will be removed on ${node['x-sunset'].slice(0, 10)}`}
    {typeof node['x-successor'] === 'string' && (
      <>
        . Use <a href={`/docs#${node['x-successor']}`}>{node['x-successor']}</a> instead
      </>
    )}
    .
  </p>
)

function Parameters({ subject, parameters }: { subject: Subject; parameters: readonly Node[] }) {
  const { document, assumptions } = subject
  if (parameters.length === 0) return null
  return (
    <>
      <h4>Parameters</h4>
      <table>
        <thead>
          <tr>
            <th>parameter</th>
            <th>type</th>
            <th>meaning</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map((parameter) => (
            <tr key={String(parameter.name)} class={isAssumed(document, parameter) ? 'whole' : ''}>
              <td>
                <code>{String(parameter.name)}</code> <span class="dim">in {String(parameter.in)}</span>
                {parameter.required === true && <span class="dim">, required</span>}
              </td>
              <td>
                <TypeName subject={subject} schema={parameter.schema} />
              </td>
              <td>
                <Inline text={parameter.description} />
                <Assumed document={document} node={parameter} all={assumptions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function RequestBody({ subject, body }: { subject: Subject; body: unknown }) {
  const { document, assumptions } = subject
  const node = resolve(document, body)
  const content = (node.content ?? {}) as Record<string, Node>
  const example = exampleOf(document, body)
  return (
    <>
      {Object.entries(content).map(([type, media]) => (
        <div key={type}>
          <h4>
            Body <span class="dim">{type}</span>
          </h4>
          <p>
            <TypeName subject={subject} schema={isNode(media.schema) ? media.schema : {}} />
          </p>
        </div>
      ))}
      <Assumed document={document} node={body} all={assumptions} />
      {example !== undefined && <JsonBlock value={example} />}
    </>
  )
}
