// Shows the body and the headers of a request or a reply. A JSON body is formatted, or raw as it was sent, and the place where it
// stops being JSON is marked.

import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Body } from '../../exchange/exchange.ts'
import { renderJson } from '../../json/json.ts'
import { count } from '../../text/count.ts'
import { copy } from '../feedback.ts'
import { describePlace, formatJson, type JsonFault } from '../json-text.ts'
import { Button } from './controls.tsx'
import { Facts, Text } from './show.tsx'

interface MessageProps {
  readonly title: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Body | undefined
  /** The text to show without a body. */
  readonly none: string
  readonly children?: ComponentChildren
}

export function Message({ title, headers, body, none, children }: MessageProps) {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'json'
  return (
    <section class="message">
      <h3>{title}</h3>
      {children}
      {body && body.bytes > 0 ? <BodyText body={body} isJson={/json/i.test(type)} /> : <p class="dim">{none}</p>}
      {headers.length > 0 && (
        <Facts class="headers" facts={headers.toSorted(([one], [other]) => Number(isLimit(other)) - Number(isLimit(one)))} />
      )}
    </section>
  )
}

/** The headers of the limits come first. */
const isLimit = (name: string) => /^(retry-after|x-ratelimit-)/i.test(name)

function BodyText({ body: { text, base64, bytes, sha256 }, isJson }: { body: Body; isJson: boolean }) {
  const [isRaw, setRaw] = useState(false)
  const written = text ?? base64 ?? ''
  const isWhole = text !== undefined && sha256 === undefined
  const { pretty, fault } = useMemo((): ReturnType<typeof formatJson> => (isJson && isWhole ? formatJson(written) : {}), [written, isJson])
  return (
    <div class="body">
      <p class="tools">
        {pretty !== undefined && (
          <span class="tabs">
            <Button name="Pretty" aria-pressed={!isRaw} onClick={() => setRaw(false)} />
            <Button name="Raw" aria-pressed={isRaw} onClick={() => setRaw(true)} />
          </span>
        )}
        <Button name="Copy" onClick={() => void copy(written, 'the body')} />
        <span class="dim">
          {count(bytes, 'byte')}
          {base64 === undefined ? '' : ', not text, shown as base64'}
          {sha256 === undefined ? '' : `. Only the beginning was kept. SHA-256 ${sha256}`}
        </span>
      </p>
      <Text>{fault ? <Faulty text={written} fault={fault} /> : pretty === undefined || isRaw ? written : <Coloured json={pretty} />}</Text>
    </div>
  )
}

/** A longer text has no colours, because each coloured part is an element. */
const MAX_COLOURED = 50_000

/** A name with its colon, another string, a number or word, or the marks and blanks in between. */
const PARTS = /(?<name>"(?:[^"\\]|\\.)*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<scalar>[-+.\w]+)|[^"\w+.-]+/g

function Coloured({ json }: { json: string }) {
  if (json.length > MAX_COLOURED) return json
  return Array.from(json.matchAll(PARTS), ({ 0: part, groups = {} }) => {
    const kind = Object.keys(groups).find((name) => groups[name])
    return kind ? <span class={`json-${kind}`}>{part}</span> : part
  })
}

const Faulty = ({ text, fault: { at, message } }: { text: string; fault: JsonFault }) => (
  <>
    {text.slice(0, at)}
    <mark>{text.slice(at, at + 1) || '⏎'}</mark>
    {text.slice(at + 1)}
    <span class="fault">{`\n${describePlace(text, at)}: ${message}`}</span>
  </>
)

/** Shows a value as coloured JSON. Numbers keep all their digits. */
export const JsonBlock = ({ value }: { value: unknown }) => (
  <Text>
    <Coloured json={renderJson(value, 2)} />
  </Text>
)
