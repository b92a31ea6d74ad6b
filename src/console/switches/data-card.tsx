// Shows the data of a world as tables. Changes here play the part of the service: an item is changed or deleted.

import { useState } from 'preact/hooks'
import { attempt } from '../actions.ts'
import { call, request, worldPath } from '../api.ts'
import { SureButton } from '../parts/sure-button.tsx'
import { useResource } from '../parts/use-resource.ts'
import { contract } from '../state.ts'
import { AddItem } from './add-item.tsx'
import { type Fields, fieldsOf } from './item-fields.ts'

type Item = Readonly<Record<string, unknown>>

const SHOWN = 100

export function DataCard({ name }: { name: string }) {
  const { value, reload } = useResource<Readonly<Record<string, readonly Item[]>>>(worldPath(name, '/data'))
  return (
    <section class="card" aria-labelledby="data-title">
      <h2 id="data-title">Data</h2>
      {Object.entries(value ?? {}).map(([collection, items]) => (
        <Collection
          key={collection}
          path={worldPath(name, `/data/${encodeURIComponent(collection)}`)}
          collection={collection}
          items={items}
          onChange={reload}
        />
      ))}
    </section>
  )
}

interface CollectionProps {
  readonly path: string
  readonly collection: string
  readonly items: readonly Item[]
  readonly onChange: () => void
}

function Collection({ path, collection, items, onChange }: CollectionProps) {
  const [shown, setShown] = useState(SHOWN)
  const fields = fieldsOf(contract.value, collection, items)
  // The newest items come first, because the reader has just made them.
  const rows = items.toReversed().slice(0, shown)
  return (
    <details open={items.length > 0}>
      <summary>
        <b>{collection}</b> <span class="dim">{items.length.toLocaleString('en')}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach every part that scrolls */}
      <div class="scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {Object.keys(fields).map((field) => (
                <th key={field}>{field}</th>
              ))}
              <th>
                <span class="hidden">delete</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <AddItem path={path} fields={fields} onAdded={onChange} />
            {rows.map((item) => (
              <ItemRow key={String(item.id)} path={`${path}/${item.id}`} item={item} fields={fields} onChange={onChange} />
            ))}
          </tbody>
        </table>
      </div>
      {items.length > shown && (
        <button type="button" onClick={() => setShown(shown + 10 * SHOWN)}>
          {items.length - shown} more
        </button>
      )}
    </details>
  )
}

interface ItemRowProps {
  readonly path: string
  readonly item: Item
  readonly fields: Fields
  readonly onChange: () => void
}

function ItemRow({ path, item, fields, onChange }: ItemRowProps) {
  const set = (field: string, value: string) =>
    void attempt(async () => {
      await call('PATCH', path, { [field]: value })
      onChange()
    })
  const remove = () =>
    void attempt(async () => {
      await request('DELETE', path)
      onChange()
    })
  return (
    <tr>
      {Object.entries(fields).map(([field, { choices }]) => (
        <td key={field}>
          {choices ? (
            <select
              aria-label={`${field} of ${item.id}`}
              value={String(item[field])}
              onChange={(event) => set(field, event.currentTarget.value)}
            >
              {[...new Set([...choices, String(item[field])])].map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          ) : (
            show(item[field])
          )}
        </td>
      ))}
      <td>
        <SureButton name="Delete" question="Really?" onSure={remove} />
      </td>
    </tr>
  )
}

const show = (value: unknown) => (value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
