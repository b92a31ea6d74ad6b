// Shows a body: formatted if it is JSON, or raw as it was sent. A mistake in the JSON is marked.

import { useMemo, useState } from 'preact/hooks'
import type { Body } from '../../exchange/exchange.ts'
import { count } from '../../text/count.ts'
import { copy } from '../feedback.ts'
import { describePlace, indentJson, renderTokens, type Scan, scanJson } from '../json-text.ts'
import { Button } from './button.tsx'
import { Tokens } from './json-block.tsx'
import { Text } from './scroll.tsx'

/** Longer bodies have no colours, because each coloured token is an element. */
const MAX_COLOURED = 30_000

export function BodyText({ body, isJson }: { body: Body; isJson: boolean }) {
  const [isRaw, setRaw] = useState(false)
  const text = body.text ?? body.base64 ?? ''
  const scan = useMemo(() => (isJson && body.text !== undefined && body.sha256 === undefined ? scanJson(text) : undefined), [text, isJson])
  const isPretty = scan !== undefined && scan.fault === undefined
  return (
    <div class="body">
      <p class="tools">
        {isPretty && (
          <span class="tabs">
            <Button name="Pretty" aria-pressed={!isRaw} onClick={() => setRaw(false)} />
            <Button name="Raw" aria-pressed={isRaw} onClick={() => setRaw(true)} />
          </span>
        )}
        <Button name="Copy" onClick={() => void copy(text, 'the body')} />
        <span class="dim">
          {count(body.bytes, 'byte')}
          {body.base64 === undefined ? '' : ', not text, shown as base64'}
          {body.sha256 === undefined ? '' : `. Only the beginning was kept. SHA-256 ${body.sha256}`}
        </span>
      </p>
      <Text>
        {isPretty && !isRaw ? <Pretty scan={scan} length={text.length} /> : scan?.fault ? <Faulty text={text} scan={scan} /> : text}
      </Text>
    </div>
  )
}

function Pretty({ scan, length }: { scan: Scan; length: number }) {
  const tokens = useMemo(() => indentJson(scan.tokens), [scan])
  return <Tokens tokens={length > MAX_COLOURED ? [{ kind: 'blank', text: renderTokens(tokens) }] : tokens} />
}

function Faulty({ text, scan: { fault } }: { text: string; scan: Scan }) {
  if (!fault) return null
  const { at, message } = fault
  return (
    <>
      {text.slice(0, at)}
      <mark title={message}>{text.slice(at, at + 1) || '⏎'}</mark>
      {text.slice(at + 1)}
      <span class="fault">{`\n${describePlace(text, at)}: ${message}`}</span>
    </>
  )
}
