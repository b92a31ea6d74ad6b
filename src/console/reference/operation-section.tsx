// Shows an operation: its parameters, its body and its responses, and in a column beside them a form to try it.

import { signal } from '@preact/signals'
import { ComposerForm } from '../composer/composer.tsx'
import { startWith } from '../composer/draft.ts'
import { Outcome } from '../composer/outcome.tsx'
import { type Contract, exampleRequest, type Node, type Operation, resolve } from '../contract.ts'
import { Button, Snippet } from '../parts/controls.tsx'
import { Prose } from '../parts/show.tsx'
import { FieldTable, MediaType, Response } from './schema.tsx'
import { Assumed } from './tables.tsx'

/** The operation that the reader tries. The form belongs to one operation at a time. */
const tried = signal('')

export function OperationSection({ subject, operation }: { subject: Contract; operation: Operation }) {
  const { id, method, path, node, parameters } = operation
  const body = resolve(subject.document, node.requestBody)
  return (
    <section id={subject.prefix + id} class="operation with-try">
      <div>
        <h3 class="title">
          <span class={`verb ${method.toLowerCase()}`}>{method}</span> <code>{path}</code> <span>{String(node.summary ?? id)}</span>
        </h3>
        {node.deprecated === true && <Deprecated node={node} />}
        <Prose text={node.description} />
        <Assumed subject={subject} node={node} />
        {parameters.length > 0 && (
          <FieldTable
            subject={subject}
            head="parameter"
            fields={parameters.map((one) => [String(one.name), one, one.schema, `in ${one.in}${one.required ? ', required' : ''}`])}
          />
        )}
        {body.content !== undefined && <h4>Body</h4>}
        {Object.entries((body.content ?? {}) as Record<string, Node>).map(([type, media]) => (
          <MediaType key={type} subject={subject} type={type} media={media} />
        ))}
        <Assumed subject={subject} node={node.requestBody} />
        <h4>Responses</h4>
        {Object.entries((node.responses ?? {}) as Node).map(([status, response]) => (
          <Response key={status} subject={subject} status={status} response={response} />
        ))}
      </div>
      <TryIt subject={subject} operation={operation} />
    </section>
  )
}

function TryIt({ subject, operation }: { subject: Contract; operation: Operation }) {
  const isOwn = subject.prefix === ''
  if (isOwn && tried.value === operation.id)
    return (
      <div class="try">
        <ComposerForm />
        <Outcome />
      </div>
    )
  const start = () => {
    startWith(subject, operation)
    tried.value = operation.id
  }
  return (
    <div class="try card">
      <Snippet request={exampleRequest(subject, operation, isOwn ? 'sandbox_free' : '')}>
        {isOwn && <Button name="Try it" class="main" onClick={start} />}
      </Snippet>
    </div>
  )
}

function Deprecated({ node }: { node: Node }) {
  const [since, sunset, successor] = ['x-deprecated', 'x-sunset', 'x-successor'].map((name) => node[name] as string | undefined)
  return (
    <p class="warned">
      <b>Deprecated</b> {since && `since ${since.slice(0, 10)}`}
      {sunset && `, will be removed on ${sunset.slice(0, 10)}`}. {successor && <a href={`/docs#${successor}`}>Use {successor} instead.</a>}
    </p>
  )
}
