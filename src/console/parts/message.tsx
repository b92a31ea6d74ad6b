// Shows the body and the headers of a request or a reply. A JSON body is formatted. It is copied as it was sent.

import { readJson, renderJson } from '../../contract/json/json.ts'
import type { Body } from '../../ground/generated/control.ts'
import { count } from '../../ground/words.ts'
import { copy } from '../state.ts'
import { Button } from './controls.tsx'
import { Facts, Text } from './show.tsx'

interface MessageProps {
  readonly title: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Body | undefined
  /** The text to show without a body. */
  readonly none: string
}

export function Message({ title, headers, body, none }: MessageProps) {
  return (
    <section class="message">
      <h3>{title}</h3>
      {body && body.bytes > 0 ? <BodyText body={body} /> : <p class="dim">{none}</p>}
      <Facts class="facts headers" facts={headers} />
    </section>
  )
}

function BodyText({ body: { text, base64, bytes, sha256 } }: { body: Body }) {
  const written = text ?? base64 ?? ''
  // JSON gets line breaks and indents, and keeps all digits of its integers.
  const value = text === undefined ? undefined : readJson(text)
  return (
    <div class="body">
      <p class="tools">
        <Button name="Copy" onClick={() => copy(written, 'the body')} />
        <span class="dim">
          {count(bytes, 'byte')}
          {base64 === undefined ? '' : ', not text, shown as base64'}
          {sha256 === undefined ? '' : `. Only the beginning was kept. SHA-256 ${sha256}`}
        </span>
      </p>
      <Text>{value === undefined ? written : renderJson(value, 2)}</Text>
    </div>
  )
}
