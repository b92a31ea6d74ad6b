// Shows the data of a world as tables. Changes here play the part of the service: an item is added, changed or deleted. Integers are
// sent with all their digits.

import { useSignal } from '@preact/signals'
import { parseJson, renderJson } from '../../json/json.ts'
import { call, worldPath } from '../api.ts'
import { attempt } from '../feedback.ts'
import { Button } from '../parts/button.tsx'
import { Select } from '../parts/choices.tsx'
import { Folded } from '../parts/folded.tsx'
import { Form, readField } from '../parts/form.tsx'
import { Problem } from '../parts/problem.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { SureButton } from '../parts/sure-button.tsx'
import { Table } from '../parts/table.tsx'
import { useResource } from '../parts/use-resource.ts'
import { contract } from '../state.ts'
import { type Field, fieldsOf } from './item-fields.ts'

type Item = Readonly<Record<string, unknown>>

const SHOWN = 100

export function DataCard({ name }: { name: string }) {
  const { value } = useResource<Readonly<Record<string, readonly Item[]>>>(worldPath(name, '/data'))
  return (
    <section class="card" aria-labelledby="data-title">
      <h2 id="data-title">Data</h2>
      {Object.entries(value ?? {}).map(([collection, items]) => (
        <Collection key={collection} world={name} collection={collection} items={items} />
      ))}
    </section>
  )
}

function Collection({ world, collection, items }: { world: string; collection: string; items: readonly Item[] }) {
  const shown = useSignal(SHOWN)
  const problem = useSignal('')
  const path = worldPath(world, `/data/${encodeURIComponent(collection)}`)
  const fields = Object.entries(fieldsOf(contract.value, collection, items))
  const add = async (form: HTMLFormElement) => {
    const given = fields.map(([name, field]) => [name, readField(form, name), field] as const).filter(([, text]) => text !== '')
    const item = Object.fromEntries(given.map(([name, text, field]) => [name, readValue(text, field)]))
    await attempt(() => call('POST', path, item), problem)
    if (problem.value === '') form.reset()
  }
  const newRow = [
    ...fields.map(([name, field]) => {
      const labels = { label: `${name} of the new item`, placeholder: name === 'id' ? 'next' : name }
      return <Cell key={name} field={field} name={name} form={`add-${collection}`} {...labels} />
    }),
    <button key="add" type="submit" form={`add-${collection}`}>
      Add
    </button>,
  ]
  const rowOf = (item: Item) => [
    ...fields.map(([name, field]) => {
      const change = (text: string) => void attempt(() => call('PATCH', `${path}/${item.id}`, { [name]: readValue(text, field) }), problem)
      if (name === 'id') return String(item.id)
      return <Cell key={name} field={field} label={`${name} of ${item.id}`} value={show(item[name])} onChange={change} />
    }),
    <SureButton
      key="delete"
      name="Delete"
      question="Really?"
      onSure={() => void attempt(() => call('DELETE', `${path}/${item.id}`), problem)}
    />,
  ]
  // The newest items come first, because the reader has just made them.
  const rows = items.slice(-shown.value).toReversed()
  return (
    <Folded title={<b>{collection}</b>} count={items.length} isOpen={items.length > 0}>
      <Form id={`add-${collection}`} onSubmit={(form) => void add(form)} />
      <Problem of={problem} />
      <Scroll class="scroll">
        <Table
          class="data"
          heads={[
            ...fields.map(([name]) => name),
            <span key="delete" class="hidden">
              delete
            </span>,
          ]}
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
  readonly onChange?: (text: string) => void
}

/** A field in a cell. Its value is sent when the reader leaves the field or presses Enter. */
function Cell({ field: { choices }, label, onChange, ...more }: CellProps) {
  const attributes = { ...more, 'aria-label': label }
  if (choices === undefined) return <input {...attributes} spellcheck={false} onChange={(event) => onChange?.(event.currentTarget.value)} />
  const { value } = more
  return (
    <Select {...attributes} choices={[...new Set([...choices, ...(value === undefined ? [] : [value])])]} {...(onChange && { onChange })} />
  )
}

const show = (value: unknown) => (value === undefined ? '' : typeof value === 'object' ? renderJson(value) : String(value))

/** A text that is not JSON is sent as a text. The sandbox then says what is wrong. */
function readValue(text: string, field: Field | undefined): unknown {
  if (field?.type === 'string') return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
