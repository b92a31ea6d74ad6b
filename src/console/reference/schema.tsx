// Shows schemas and responses: the type of a schema in a line, the properties of an object as a table, and each response folded with
// its headers, its body and its examples.

import type { ComponentChildren } from 'preact'
import { renderJson } from '../../json/json.ts'
import { type Contract, flatten, isNode, listOf, type Node, nameOfReference, resolve } from '../contract.ts'
import { Folded, Inline, Prose, Table, Text } from '../parts/show.tsx'
import { Assumed, isAssumed } from './tables.tsx'

export const Schemas = ({ subject }: { subject: Contract }) =>
  Object.entries(((subject.document.components ?? {}) as Node).schemas ?? {}).map(([name, schema]) => (
    <section key={name} id={`${subject.prefix}schema-${name}`} class="operation">
      <h3 class="title">{name}</h3>
      <SchemaTable subject={subject} schema={schema} />
    </section>
  ))

/** `list of Pet`, `integer int64, 1 to 100`. */
function TypeName({ subject, schema }: { subject: Contract; schema: unknown }): ComponentChildren {
  const name = nameOfReference(schema)
  if (name !== undefined) return <a href={`/docs#${subject.prefix}schema-${name}`}>{name}</a>
  const node = isNode(schema) ? schema : {}
  const { type, items, format, enum: values, const: only, minimum, maximum, default: usual } = node
  const choices = [...listOf(node.oneOf), ...listOf(node.anyOf)]
  if (choices.length > 0) return choices.map((one, index) => [index > 0 && ' or ', <TypeName key={index} subject={subject} schema={one} />])
  if (type === 'array') return ['list of ', <TypeName key="items" subject={subject} schema={items} />]
  const bounds = minimum !== undefined || maximum !== undefined ? `${minimum ?? '…'} to ${maximum ?? '…'}` : ''
  const parts = [
    only === undefined ? [type].flat().filter(Boolean).join(' or ') || 'any value' : JSON.stringify(only),
    format ?? '',
    bounds,
    Array.isArray(values) ? `one of ${values.join(', ')}` : '',
    usual === undefined ? '' : `default ${usual}`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** The note is for example `in query, required`. */
type FieldRow = readonly [name: string, node: unknown, schema: unknown, note?: string]

/** Parameters, headers or properties: name, type and meaning. */
export const FieldTable = ({ subject, head, fields }: { subject: Contract; head: string; fields: readonly FieldRow[] }) => (
  <Table
    heads={[head, 'type', 'meaning']}
    rows={fields.map(([name, node, schema, note = '']) => [
      { class: isAssumed(subject, node) ? 'whole' : '' },
      [<code>{name}</code>, ' ', <span class="dim">{note}</span>],
      <TypeName subject={subject} schema={schema} />,
      [<Inline text={resolve(subject.document, node).description} />, <Assumed subject={subject} node={node} />],
    ])}
  />
)

export function SchemaTable({ subject, schema }: { subject: Contract; schema: unknown }) {
  const { properties, required, description } = flatten(subject.document, schema)
  return (
    <>
      <Prose text={description} />
      <Assumed subject={subject} node={schema} />
      {Object.keys(properties).length > 0 ? (
        <FieldTable
          subject={subject}
          head="field"
          fields={Object.entries(properties).map(([name, node]) => [name, node, node, required.includes(name) ? 'required' : ''])}
        />
      ) : (
        <p>
          <TypeName subject={subject} schema={nameOfReference(schema) === undefined ? schema : resolve(subject.document, schema)} />
        </p>
      )}
    </>
  )
}

/** A body: its type, the fields of its schema at the same place, folded, and its examples. */
export function MediaType({ subject, type, media }: { subject: Contract; type: string; media: Node }) {
  const { schema, example, examples } = media
  const inner = isNode(schema) && schema.type === 'array' ? schema.items : schema
  const name = nameOfReference(inner)
  const named = Object.values((examples ?? {}) as Node).map((one) => resolve(subject.document, one))
  return (
    <>
      <p>
        <span class="dim">{type}</span> <TypeName subject={subject} schema={schema} />
      </p>
      {name !== undefined && (
        <Folded title={`Fields of ${name}`}>
          <SchemaTable subject={subject} schema={inner} />
        </Folded>
      )}
      <Assumed subject={subject} node={media} />
      <Assumed subject={subject} node={schema} />
      {(example === undefined ? named : [{ value: example }]).map(({ summary = '', value }) => [
        <p class="dim">{String(summary)}</p>,
        <Text>{typeof value === 'string' ? value : renderJson(value, 2)}</Text>,
      ])}
    </>
  )
}

export function Response({ subject, status, response }: { subject: Contract; status: string; response: unknown }) {
  const { description, headers = {}, content = {} } = resolve(subject.document, response)
  const fields = Object.entries(headers as Node).map(([name, node]) => [name, node, resolve(subject.document, node).schema] as const)
  return (
    <Folded
      class={`response${isAssumed(subject, response) ? ' whole' : ''}`}
      title={[<span class={`status s${status[0]}`}>{status}</span>, ' ', <Inline text={description} />]}
    >
      <Assumed subject={subject} node={response} />
      {Object.entries(content as Record<string, Node>).map(([type, media]) => (
        <MediaType key={type} subject={subject} type={type} media={media} />
      ))}
      {fields.length > 0 && <FieldTable subject={subject} head="header" fields={fields} />}
    </Folded>
  )
}
