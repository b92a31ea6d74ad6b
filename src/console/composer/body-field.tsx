// The field for the body. The text is sent as it is written. Numbers are not parsed, so no digit is lost.

import { describePlace, formatJson, scanJson } from '../json-text.ts'
import { Button } from '../parts/button.tsx'
import { change, draft } from './draft.ts'

export function BodyField() {
  const { body, headers } = draft.value
  const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && /json/i.test(value))
  const { fault } = body !== '' && isJson ? scanJson(body) : {}
  const pretty = formatJson(body)
  return (
    <div>
      <label class="wide">
        Body
        <textarea
          rows={Math.min(16, Math.max(3, body.split('\n').length))}
          value={body}
          spellcheck={false}
          onInput={(event) => change({ body: event.currentTarget.value })}
        />
      </label>
      <p class="tools">
        {body !== '' && pretty !== undefined && pretty !== body && <Button name="Format" onClick={() => change({ body: pretty })} />}
        {fault && (
          <span class="warned">
            This is not JSON: {describePlace(body, fault.at)}, {fault.message}. You can send it anyway.
          </span>
        )}
      </p>
    </div>
  )
}
