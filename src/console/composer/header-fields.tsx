// The fields for the headers, one line for each header.

import { Button } from '../parts/button.tsx'
import { change, draft } from './draft.ts'

export function HeaderFields() {
  const { headers } = draft.value
  const set = (at: number, name: string, value: string) =>
    change({ headers: headers.map((one, index) => (index === at ? [name, value] : one)) })
  return (
    <fieldset class="header-fields">
      <legend>Headers</legend>
      {headers.map(([name, value], index) => (
        <div class="line-of" key={index}>
          <input
            class="mono"
            aria-label={`Name of header ${index + 1}`}
            placeholder="Name"
            value={name}
            onInput={(event) => set(index, event.currentTarget.value, value)}
          />
          <input
            class="mono grow"
            aria-label={`Value of header ${index + 1}`}
            placeholder="Value"
            value={value}
            onInput={(event) => set(index, name, event.currentTarget.value)}
          />
          <Button
            name="×"
            aria-label={`Remove header ${index + 1}`}
            onClick={() => change({ headers: headers.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      <Button name="Add a header" onClick={() => change({ headers: [...headers, ['', '']] })} />
    </fieldset>
  )
}
