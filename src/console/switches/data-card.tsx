// Shows the data of a world as tables. Changes here play the part of the service: an item is added, changed or deleted. Integers are
// sent with all their digits.

import { useSignal } from '@preact/signals'
import { parseJson, renderJson } from '../../json/json.ts'
import { attempt } from '../actions.ts'
import { call, worldPath } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Select } from '../parts/choices.tsx'
import { Problem } from '../parts/problem.tsx'
import { SureButton } from '../parts/sure-button.tsx'
import { useResource } from '../parts/use-resource.ts'
import { contract } from '../state.ts'
import { type Field, fieldsOf } from './item-fields.ts'

type Item = Readonly<Record<string, unknown>>

const SHOWN = 100

export function DataCard({ name }: { name: string }) {
  const { value, reload } = useResource<Readonly<Record<string, readonly Item[]>>>(worldPath(name, '/data'))
  return (
    <section class="card" aria-labelledby="data-title">
      <h2 id="data-title">Data</h2>
      {Object.entries(value ?? {}).map(([collection, items]) => (
        <Collection key={collection} world={name} collection={collection} items={items} onChange={reload} />
      ))}
    </section>
  )
}

interface CollectionProps {
  readonly world: string
  readonly collection: string
  readonly items: readonly Item[]
  readonly onChange: () => void
}

function Collection({ world, collection, items, onChange }: CollectionProps) {
  const shown = useSignal(SHOWN)
  const problem = useSignal('')
  const path = worldPath(world, `/data/${encodeURIComponent(collection)}`)
  const fields = Object.entries(fieldsOf(contract.value, collection, items))
  /** A change that failed is read again too, so that the field shows the true value. */
  const act = (work: () => Promise<unknown>) => attempt(work, problem).finally(onChange)
  const add = async (form: HTMLFormElement) => {
    const given = [...new FormData(form)].filter(([, text]) => text !== '')
    const item = given.map(([name, text]) => [name, readValue(String(text), fields.find(([one]) => one === name)?.[1])])
    await act(() => call('POST', path, Object.fromEntries(item)))
    if (problem.value === '') form.reset()
  }
  return (
    <details open={items.length > 0}>
      <summary>
        <b>{collection}</b> <span class="dim">{items.length.toLocaleString('en')}</span>
      </summary>
      <form
        id={`add-${collection}`}
        onSubmit={(event) => {
          event.preventDefault()
          void add(event.currentTarget)
        }}
      />
      <Problem of={problem} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach every part that scrolls */}
      <div class="scroll" tabIndex={0}>
        <table class="data">
          <thead>
            <tr>
              {fields.map(([name]) => (
                <th key={name}>{name}</th>
              ))}
              <th>
                <span class="hidden">delete</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              {fields.map(([name, field]) => (
                <td key={name}>
                  <Cell
                    field={field}
                    label={`${name} of the new item`}
                    name={name}
                    form={`add-${collection}`}
                    placeholder={name === 'id' ? 'next' : name}
                  />
                </td>
              ))}
              <td>
                <button type="submit" form={`add-${collection}`}>
                  Add
                </button>
              </td>
            </tr>
            {/* The newest items come first, because the reader has just made them. */}
            {items
              .toReversed()
              .slice(0, shown.value)
              .map((item) => (
                <tr key={String(item.id)}>
                  {fields.map(([name, field]) => (
                    <td key={name}>
                      {name === 'id' ? (
                        String(item.id)
                      ) : (
                        <Cell
                          field={field}
                          label={`${name} of ${item.id}`}
                          value={show(item[name])}
                          onChange={(text) => void act(() => call('PATCH', `${path}/${item.id}`, { [name]: readValue(text, field) }))}
                        />
                      )}
                    </td>
                  ))}
                  <td>
                    <SureButton name="Delete" question="Really?" onSure={() => void act(() => call('DELETE', `${path}/${item.id}`))} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {items.length > shown.value && <Button name={`${items.length - shown.value} more`} onClick={() => (shown.value += 10 * SHOWN)} />}
    </details>
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
