// What the client should mend: violations of the contract first, then warnings.

import { type Entry, messagesOf } from '../entry.ts'

export function Remedies({ entry }: { entry: Entry }) {
  const messages = messagesOf(entry)
  if (entry.violations.length === 0 && messages.length === 0) return null
  return (
    <ul class="remedies">
      {entry.violations.map(({ code, in: place, message }) => (
        <li key={message} class="violated">
          <b>breaks the contract</b> {message} <span class="dim">({place}, </span>
          <a href={`/docs#code-${code}`}>{code}</a>
          <span class="dim">)</span>
        </li>
      ))}
      {messages.map((message) => (
        <li key={message} class="warned">
          <b>warning</b> {message}
        </li>
      ))}
    </ul>
  )
}
