// Shows the body and the headers of a request or a reply. The headers of the limits come first.

import type { ComponentChildren } from 'preact'
import type { Body } from '../../exchange/exchange.ts'
import { BodyText } from './body-text.tsx'
import { Facts } from './facts.tsx'

export interface MessageProps {
  readonly title: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Body | undefined
  /** The text to show without a body. */
  readonly none: string
  readonly children?: ComponentChildren
}

export function Message({ title, headers, body, none, children }: MessageProps) {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return (
    <section class="message">
      <h3>{title}</h3>
      {children}
      {body && body.bytes > 0 ? <BodyText body={body} isJson={/json/i.test(type) || type === ''} /> : <p class="dim">{none}</p>}
      <Facts class="headers" facts={headers.toSorted(([one], [other]) => Number(isLimit(other)) - Number(isLimit(one)))} />
    </section>
  )
}

const isLimit = (name: string) => /^(retry-after|x-ratelimit-)/i.test(name)
