// Shows a schema: its type in a line, and the properties of an object as a table.

import type { ComponentChildren } from 'preact'
import { flatten, isNode, listOf, nameOfReference, resolve } from '../contract.ts'
import { Folded, Inline, Prose, Table } from '../parts/show.tsx'
import { Assumed, isAssumed, type Subject } from './assumed.tsx'

/** `list of Pet`, `integer int64, 1 to 100`. */
export function TypeName({ subject, schema }: { subject: Subject; schema: unknown }): ComponentChildren {
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

interface FieldRow {
  readonly name: string
  /** For example `in query, required`. */
  readonly note?: string
  readonly node: unknown
  readonly schema?: unknown
}

/** Parameters, headers or properties: name, type and meaning. */
export const FieldTable = ({ subject, head, fields }: { subject: Subject; head: string; fields: readonly FieldRow[] }) => (
  <Table
    heads={[head, 'type', 'meaning']}
    rows={fields.map(({ name, note, node, schema = node }) => ({
      class: isAssumed(subject, node) ? 'whole' : '',
      cells: [
        [
          <code key="name">{name}</code>,
          ' ',
          <span key="note" class="dim">
            {note}
          </span>,
        ],
        <TypeName key="type" subject={subject} schema={schema} />,
        [<Inline key="text" text={resolve(subject.document, node).description} />, <Assumed key="assumed" subject={subject} node={node} />],
      ],
    }))}
  />
)

export function SchemaTable({ subject, schema }: { subject: Subject; schema: unknown }) {
  const { properties, required, description } = flatten(subject.document, schema)
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name)
  const fields = isNode(properties) ? Object.entries(properties) : undefined
  return (
    <>
      <Prose text={description} />
      <Assumed subject={subject} node={schema} />
      {fields ? (
        <FieldTable
          subject={subject}
          head="field"
          fields={fields.map(([name, node]) => ({ name, node, note: isRequired(name) ? 'required' : '' }))}
        />
      ) : (
        <p>
          <TypeName subject={subject} schema={nameOfReference(schema) === undefined ? schema : resolve(subject.document, schema)} />
        </p>
      )}
    </>
  )
}

/** The type of a body, with the fields of its schema at the same place, folded. */
export function BodySchema({ subject, type, schema }: { subject: Subject; type: string; schema: unknown }) {
  const inner = isNode(schema) && schema.type === 'array' ? schema.items : schema
  const name = nameOfReference(inner)
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
    </>
  )
}
