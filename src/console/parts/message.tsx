// Shows the body and the headers of a request or a reply. A JSON body is formatted, and stands below it as it was sent. The place
// where a text stops being JSON is marked.

import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { readJson, renderJson } from '../../contract/json/json.ts'
import type { Body } from '../../ground/generated/control.ts'
import { count } from '../../ground/numbers.ts'
import { findPlace } from '../json-place.ts'
import { copy } from '../state.ts'
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
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? 'json'
  return (
    <section class="message">
      <h3>{title}</h3>
      {children}
      {body && body.bytes > 0 ? <BodyText body={body} isJson={/json/i.test(type)} /> : <p class="dim">{none}</p>}
      <Facts class="headers" facts={headers.toSorted(([one], [other]) => Number(isLimit(other)) - Number(isLimit(one)))} />
    </section>
  )
}

/** The headers of the limits come first. */
const isLimit = (name: string) => /^(retry-after|x-ratelimit-)/i.test(name)

function BodyText({ body: { text, base64, bytes, sha256 }, isJson }: { body: Body; isJson: boolean }) {
  const written = text ?? base64 ?? ''
  const isWhole = text !== undefined && sha256 === undefined
  // JSON gets line breaks and indents, and keeps all digits of its integers.
  const [pretty, place] = useMemo(() => {
    const value = isWhole ? readJson(text) : undefined
    return [value === undefined ? written : renderJson(value, 2), isWhole && isJson ? findPlace(text) : undefined] as const
  }, [written, isWhole, isJson])
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
      <Text>
        {pretty.slice(0, place?.at)}
        {place && [<mark>{written[place.at] ?? '⏎'}</mark>, written.slice(place.at + 1), <span class="bad">{`\n${place.message}`}</span>]}
      </Text>
      {pretty !== written && (
        <Folded title="As it was sent">
          <Text>{written}</Text>
        </Folded>
      )}
    </div>
  )
}
