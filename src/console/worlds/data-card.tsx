// The data of a world as tables. The reader adds, changes and deletes items as the service would, in JSON. Integers keep all their digits.

import { useSignal } from '@preact/signals'
import { readJson, renderJson } from '../../contract/json/json.ts'
import { ApiProblem, attempt, call, type World, worldPath } from '../api.ts'
import { Button, Card, Folded, Scroll, Table } from '../parts.tsx'

const MAX_SHOWN = 200

export const DataCard = ({ world: { name, data } }: { world: World }) => (
  <Card title="Data">
    {Object.entries(data).map(([collection, items]) => (
      <Collection key={collection} path={worldPath(name, `/data/${collection}`)} title={collection} items={items} />
    ))}
  </Card>
)

function Collection({ path, title, items }: { path: string; title: string; items: World['data'][string] }) {
  const text = useSignal('')
  const columns = [...new Set(['id', ...items.flatMap(Object.keys)])]
  const save = () =>
    attempt(async () => {
      const item = readJson(text.value) as { id?: unknown } | null | undefined
      if (item === undefined) throw new ApiProblem('This is not JSON: write an item like the one that the empty field shows.')
      const isKnown = items.some(({ id }) => id === item?.id)
      await (isKnown ? call('PATCH', `${path}/${item?.id}`, { ...item, id: undefined }) : call('POST', path, item))
      text.value = ''
    })
  // The newest items come first: the reader has just made them.
  const rows = items.slice(-MAX_SHOWN).toReversed()
  return (
    <Folded title={<b>{title}</b>} count={items.length} open={items.length > 0}>
      <form method="dialog" class="tools" onSubmit={save}>
        <input
          class="grow mono"
          aria-label={`New or changed item of ${title}, as JSON`}
          placeholder={renderJson({ ...items.at(-1), id: undefined })}
          value={text.value}
          onInput={({ currentTarget: { value } }) => (text.value = value)}
          required
        />
        <Button type="submit" name="Save" />
      </form>
      <Scroll class="scroll items">
        <Table
          heads={[...columns, <span class="hidden">actions</span>]}
          rows={rows.map((item) => [
            ...columns.map((column) => show(item[column])),
            <span class="tools">
              <Button name="Change" aria-label={`Change ${item.id}`} onClick={() => (text.value = renderJson(item))} />
              <Button
                class="danger"
                name="Delete"
                aria-label={`Delete ${item.id}`}
                onClick={() => attempt(() => call('DELETE', `${path}/${item.id}`))}
              />
            </span>,
          ])}
        />
      </Scroll>
      {items.length > MAX_SHOWN && <p class="dim">The table has the {MAX_SHOWN} newest items.</p>}
    </Folded>
  )
}

const show = (value: unknown) => (value === undefined ? '' : typeof value === 'object' ? renderJson(value) : String(value))
