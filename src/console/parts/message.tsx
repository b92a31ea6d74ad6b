// Shows the body and the headers of a request or a reply. A JSON body is formatted, and stands below it as it was sent.

import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Body } from '../../../spec/control.ts'
import { readJson, renderJson } from '../../json/json.ts'
import { count } from '../../text/count.ts'
import { copy } from '../feedback.ts'
import { Button } from './controls.tsx'
import { Facts, Folded, Text } from './show.tsx'

interface MessageProps {
  readonly title: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Body | undefined
  /** The text to show without a body. */
  readonly none: string
  readonly children?: ComponentChildren
}

export function Message({ title, headers, body, none, children }: MessageProps) {
  return (
    <section class="message">
      <h3>{title}</h3>
      {children}
      {body && body.bytes > 0 ? <BodyText body={body} /> : <p class="dim">{none}</p>}
      {headers.length > 0 && (
        <Facts class="headers" facts={headers.toSorted(([one], [other]) => Number(isLimit(other)) - Number(isLimit(one)))} />
      )}
    </section>
  )
}

/** The headers of the limits come first. */
const isLimit = (name: string) => /^(retry-after|x-ratelimit-)/i.test(name)

function BodyText({ body: { text, base64, bytes, sha256 } }: { body: Body }) {
  const written = text ?? base64 ?? ''
  const pretty = useMemo(() => (sha256 === undefined ? prettify(written) : written), [written, sha256])
  return (
    <div class="body">
      <p class="tools">
        <Button name="Copy" onClick={() => void copy(written, 'the body')} />
        <span class="dim">
          {count(bytes, 'byte')}
          {base64 === undefined ? '' : ', not text, shown as base64'}
          {sha256 === undefined ? '' : `. Only the beginning was kept. SHA-256 ${sha256}`}
        </span>
      </p>
      <Text>{pretty}</Text>
      {pretty !== written && (
        <Folded title="As it was sent">
          <Text>{written}</Text>
        </Folded>
      )}
    </div>
  )
}

/** JSON with line breaks and indents, and with all digits of its integers. Other text stays as it is. */
function prettify(text: string): string {
  const value = readJson(text)
  return value === undefined ? text : renderJson(value, 2)
}
