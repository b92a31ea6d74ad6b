// Shows the data of a world as tables. Changes here play the part of the service: an item is added, changed or deleted. Integers are
// sent with all their digits.

import type { Collections } from '../../client/world-handle.ts'
import { renderJson } from '../../contract/json/json.ts'
import { attempt, call, useResource, worldPath } from '../api.ts'
import { fieldsOf, type Node } from '../contract.ts'
import { Button, Field, readValue, readValues } from '../parts/controls.tsx'
import { Card, Folded, type Row, Scroll, Table } from '../parts/show.tsx'
import { contract } from '../state.ts'

const SHOWN = 200

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
  const path = worldPath(world, `/data/${encodeURIComponent(collection)}`)
  const schemas = contract.value ? fieldsOf(contract.value, collection, items) : {}
  const fields = Object.entries(schemas)
  const form = `add-${collection}`
  const add = (element: HTMLFormElement) =>
    attempt(async () => {
      await call('POST', path, readValues(element, schemas))
      element.reset()
    })
  const newRow: Row = [
    { key: 'new' },
    ...fields.map(([name, schema]) => <Field schema={schema} name={name} form={form} aria-label={`${name} of the new item`} />),
    <Button type="submit" form={form} name="Add" />,
  ]
  const rowOf = (item: Node): Row => [
    { key: String(item.id) },
    ...fields.map(([name, schema]) => {
      const change = (text: string) => attempt(() => call('PATCH', `${path}/${item.id}`, { [name]: readValue(text, schema) }))
      if (name === 'id') return String(item.id)
      return <Field schema={schema} aria-label={`${name} of ${item.id}`} value={show(item[name])} onChange={change} />
    }),
    <Button class="danger" name="Delete" onClick={() => attempt(() => call('DELETE', `${path}/${item.id}`))} />,
  ]
  // The newest items come first, because the reader has just made them.
  const rows = items.slice(-SHOWN).toReversed()
  return (
    <Folded title={<b>{collection}</b>} count={items.length} open={items.length > 0}>
      <form id={form} method="dialog" onSubmit={({ currentTarget }) => add(currentTarget)} />
      <Scroll class="scroll">
        <Table class="data" heads={[...fields.map(([name]) => name), DELETE]} rows={[newRow, ...rows.map(rowOf)]} />
      </Scroll>
      {items.length > SHOWN && <p class="dim">The table has the {SHOWN} newest items.</p>}
    </Folded>
  )
}

const show = (value: unknown) => (value === undefined ? '' : typeof value === 'object' ? renderJson(value) : String(value))
