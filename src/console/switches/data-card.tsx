// Shows the data of a world as tables. Changes here play the part of the service: an item is added, changed or deleted. Integers are
// sent with all their digits.

import { useSignal } from '@preact/signals'
import type { Collections } from '../../client/states.ts'
import { parseJson, renderJson } from '../../json/json.ts'
import { call, worldPath } from '../api.ts'
import { type Field, fieldsOf, type Node } from '../contract.ts'
import { useActions } from '../feedback.ts'
import { Button, Form, Problem, readField, Select, SureButton } from '../parts/controls.tsx'
import { Card, Folded, Scroll, Table } from '../parts/show.tsx'
import { useResource } from '../parts/use-resource.ts'
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
  const fields = Object.entries(fieldsOf(contract.value, collection, items))
  const form = `add-${collection}`
  const add = async (element: HTMLFormElement) => {
    const given = fields.map(([name, field]) => [name, readField(element, name), field] as const).filter(([, text]) => text !== '')
    await call('POST', path, Object.fromEntries(given.map(([name, text, field]) => [name, readValue(text, field)])))
    element.reset()
  }
  const newRow = [
    ...fields.map(([name, field]) => (
      <Cell
        key={name}
        field={field}
        name={name}
        form={form}
        label={`${name} of the new item`}
        placeholder={name === 'id' ? 'next' : name}
      />
    )),
    <button key="add" type="submit" form={form}>
      Add
    </button>,
  ]
  const rowOf = (item: Node) => [
    ...fields.map(([name, field]) => {
      const change = (text: string) => act(() => call('PATCH', `${path}/${item.id}`, { [name]: readValue(text, field) }))
      if (name === 'id') return String(item.id)
      return <Cell key={name} field={field} label={`${name} of ${item.id}`} value={show(item[name])} onChange={change} />
    }),
    <SureButton key="delete" name="Delete" question="Really?" onSure={() => act(() => call('DELETE', `${path}/${item.id}`))} />,
  ]
  // The newest items come first, because the reader has just made them.
  const rows = items.slice(-shown.value).toReversed()
  return (
    <Folded title={<b>{collection}</b>} count={items.length} open={items.length > 0}>
      <Form id={form} onSubmit={(element) => act(() => add(element))} />
      <Problem of={problem} />
      <Scroll class="scroll">
        <Table
          class="data"
          heads={[...fields.map(([name]) => name), DELETE]}
          rows={[{ key: 'new', cells: newRow }, ...rows.map((item) => ({ key: String(item.id), cells: rowOf(item) }))]}
        />
      </Scroll>
      {items.length > shown.value && <Button name={`${items.length - shown.value} more`} onClick={() => (shown.value += 10 * SHOWN)} />}
    </Folded>
  )
}

interface CellProps {
  readonly field: Field
  readonly label: string
  readonly value?: string
  readonly name?: string
  readonly form?: string
  readonly placeholder?: string
  readonly onChange?: (text: string) => Promise<void>
}

/** A field in a cell. Its value is sent when the reader leaves the field or presses Enter. */
function Cell({ field: { choices }, label, onChange, ...more }: CellProps) {
  // The values are read again while the reader types.
  const typed = useSignal<string | undefined>(undefined)
  const attributes = { ...more, 'aria-label': label }
  if (choices) return <Select {...attributes} choices={[...new Set([...choices, more.value ?? choices[0] ?? ''])]} onChange={onChange} />
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
function readValue(text: string, { type }: Field): unknown {
  if (type === 'string') return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
