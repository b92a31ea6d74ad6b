// Shows a schema: its type in a line, and the properties of an object as a table.

import type { ComponentChildren } from 'preact'
import type { Node } from '../contract.ts'
import { flatten, isNode, listOf, nameOfReference, resolve } from '../contract.ts'
import { Inline } from '../parts/prose.tsx'
import { Assumed, type Assumption } from './assumed.tsx'

/** The document that a part of the reference shows. The anchors of the part begin with `prefix`. */
export interface Subject {
  readonly document: Node
  /** Empty for the contract. */
  readonly prefix: string
  readonly assumptions: ReadonlyMap<string, Assumption>
}

/** `list of Pet`, `integer int64, 1 to 100`. */
export function TypeName({ subject, schema }: { subject: Subject; schema: unknown }): ComponentChildren {
  const name = nameOfReference(schema)
  if (name !== undefined) return <a href={`/docs#${subject.prefix}schema-${name}`}>{name}</a>
  const node = isNode(schema) ? schema : {}
  const { type, items, format, enum: values, const: only, minimum, maximum, default: usual } = node
  const choices = [...listOf(node.oneOf), ...listOf(node.anyOf)]
  if (choices.length > 0) return choices.map((one, index) => [index > 0 && ' or ', <TypeName key={index} subject={subject} schema={one} />])
  if (type === 'array')
    return (
      <>
        list of <TypeName subject={subject} schema={items} />
      </>
    )
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

export function SchemaTable({ subject, schema }: { subject: Subject; schema: unknown }) {
  const { document, assumptions } = subject
  const { properties, required, description } = flatten(document, schema)
  return (
    <>
      {description !== undefined && (
        <p>
          <Inline text={description} />
        </p>
      )}
      <Assumed document={document} node={schema} all={assumptions} />
      {isNode(properties) ? (
        <table>
          <thead>
            <tr>
              <th>field</th>
              <th>type</th>
              <th>meaning</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(properties).map(([name, node]) => (
              <tr key={name}>
                <td>
                  <code>{name}</code> {Array.isArray(required) && required.includes(name) && <span class="dim">required</span>}
                </td>
                <td>
                  <TypeName subject={subject} schema={node} />
                </td>
                <td>
                  <Inline text={resolve(document, node).description} />
                  <Assumed document={document} node={node} all={assumptions} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>
          <TypeName subject={subject} schema={nameOfReference(schema) === undefined ? schema : resolve(document, schema)} />
        </p>
      )}
    </>
  )
}
