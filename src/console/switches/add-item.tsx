// A table row with fields that adds an item. Integers are sent with all their digits.

import { useState } from 'preact/hooks'
import { parseJson } from '../../json/json.ts'
import { attempt } from '../actions.ts'
import { call } from '../api.ts'
import type { Field, Fields } from './item-fields.ts'

export function AddItem({ path, fields, onAdded }: { path: string; fields: Fields; onAdded: () => void }) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const add = () =>
    void attempt(async () => {
      // A field with choices shows its first choice, so that choice is the value of an untouched field.
      const all = Object.entries(fields).map(([name, { choices }]): [string, string] => [name, texts[name] ?? choices?.[0] ?? ''])
      const given = all.filter(([, text]) => text !== '')
      await call('POST', path, Object.fromEntries(given.map(([name, text]) => [name, readValue(text, fields[name])])))
      setTexts({})
      onAdded()
    })
  const set = (name: string, text: string) => setTexts({ ...texts, [name]: text })
  return (
    <tr class="add">
      {Object.entries(fields).map(([name, { choices }]) => (
        <td key={name}>
          {choices ? (
            <select
              aria-label={`${name} of the new item`}
              value={texts[name] ?? choices[0]}
              onChange={(event) => set(name, event.currentTarget.value)}
            >
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          ) : (
            <input
              aria-label={`${name} of the new item`}
              placeholder={name === 'id' ? 'next' : name}
              value={texts[name] ?? ''}
              onInput={(event) => set(name, event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && add()}
            />
          )}
        </td>
      ))}
      <td>
        <button type="button" onClick={add}>
          Add
        </button>
      </td>
    </tr>
  )
}

/** A text that is not JSON is sent as a text. The sandbox then says what is wrong. */
function readValue(text: string, field: Field | undefined): unknown {
  if (field?.type === 'string') return text
  try {
    return parseJson(text)
  } catch {
    return text
  }
}
