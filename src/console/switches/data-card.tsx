// Shows the data of a world as tables. Changes here play the part of the service: an item is added, changed or deleted. Integers are
// sent with all their digits.

import { useSignal } from '@preact/signals'
import type { ComponentProps } from 'preact'
import type { Collections } from '../../client/states.ts'
import { parseJson, renderJson } from '../../json/json.ts'
import { call, worldPath } from '../api.ts'
import { fieldsOf, listOf, type Node } from '../contract.ts'
import { useActions, useResource } from '../feedback.ts'
import { Button, Form, Problem, readField, Select, SureButton } from '../parts/controls.tsx'
import { Card, Folded, type Row, Scroll, Table } from '../parts/show.tsx'
import { contract } from '../state.ts'

const SHOWN = 100

export function DataCard({ name }: { name: string }) {
  const { value = {} } = useResource<Collections>(worldPath(name, '/data'))
  return (
    <Card title="Data">
      {Object.entries(value).map(([collection, items]) => (
        <Collection key={collection} world={name} collection={collection} items={items} />
      ))}
    </Card>
  )
}

const DELETE = <span class="hidden">delete</span>

function Collection({ world, collection, items }: { world: string; collection: string; items: Collections[string] }) {
  const shown = useSignal(SHOWN)
  const { problem, act } = useActions()
  const path = worldPath(world, `/data/${encodeURIComponent(collection)}`)
  const fields = Object.entries(contract.value ? fieldsOf(contract.value, collection, items) : {})
  const form = `add-${collection}`
  const add = async (element: HTMLFormElement) => {
    const given = fields.map(([name, field]) => [name, readField(element, name), field] as const).filter(([, text]) => text !== '')
    await call('POST', path, Object.fromEntries(given.map(([name, text, field]) => [name, readValue(text, field)])))
    element.reset()
  }
  /** Without an item: the fields of a new one. */
  const rowOf = (item?: Node): Row => [
    { key: String(item?.id ?? 'new') },
    ...fields.map(([name, field]) => {
      if (item === undefined)
        return <Cell field={field} name={name} form={form} label={`${name} of the new item`} placeholder={name === 'id' ? 'next' : name} />
      const change = (text: string) => act(() => call('PATCH', `${path}/${item.id}`, { [name]: readValue(text, field) }))
      if (name === 'id') return String(item.id)
      return <Cell field={field} label={`${name} of ${item.id}`} value={show(item[name])} onChange={change} />
    }),
    item ? (
      <SureButton name="Delete" question="Really?" onSure={() => act(() => call('DELETE', `${path}/${item.id}`))} />
    ) : (
      <Button type="submit" form={form} name="Add" />
    ),
  ]
  // The newest items come first, because the reader has just made them.
  const rows = items.slice(-shown.value).toReversed()
  return (
    <Folded title={<b>{collection}</b>} count={items.length} open={items.length > 0}>
      <Form id={form} onSubmit={(element) => act(() => add(element))} />
      <Problem of={problem} />
      <Scroll class="scroll">
        <Table class="data" heads={[...fields.map(([name]) => name), DELETE]} rows={[rowOf(), ...rows.map(rowOf)]} />
      </Scroll>
      {items.length > shown.value && <Button name={`${items.length - shown.value} more`} onClick={() => (shown.value += 10 * SHOWN)} />}
    </Folded>
  )
}

type CellProps = Pick<ComponentProps<'input'>, 'name' | 'form' | 'placeholder'> & {
  /** The schema of the field. */
  readonly field: Node
  readonly label: string
  readonly value?: string
  readonly onChange?: (text: string) => Promise<void>
}

/** A field in a cell. Its value is sent when the reader leaves the field or presses Enter. */
function Cell({ field, label, onChange, ...more }: CellProps) {
  // The values are read again while the reader types.
  const typed = useSignal<string | undefined>(undefined)
  const attributes = { ...more, 'aria-label': label }
  const choices = listOf(field.enum).map(String)
  if (choices.length > 0)
    return <Select {...attributes} choices={[...new Set([...choices, more.value ?? String(choices[0])])]} onChange={onChange} />
  return (
    <input
      {...attributes}
      spellcheck={false}
      value={onChange && (typed.value ?? more.value)}
      onInput={(event) => (typed.value = event.currentTarget.value)}
      onChange={() => onChange?.(typed.value ?? '').then(() => (typed.value = undefined))}
    />
  )
}

const show = (value: unknown) => (value === undefined ? '' : typeof value === 'object' ? renderJson(value) : String(value))

/** A text that is not JSON is sent as a text. The sandbox then says what is wrong. */
function readValue(text: string, { type }: Node): unknown {
  if (type === 'string') return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
