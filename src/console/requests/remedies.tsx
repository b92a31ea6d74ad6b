// The mistakes that the client should correct: first violations of the contract, then warnings.

import type { Entry } from '../entry.ts'

export function Remedies({ entry }: { entry: Entry }) {
  const { violations, warnings } = entry
  if (violations.length === 0 && warnings.length === 0) return null
  return (
    <ul class="remedies">
      {violations.map(({ code, in: part, place, message }) => (
        <li key={message} class="violated">
          <b>breaks the contract</b> {message} <span class="dim">({`${part} ${place}`.trim()}, </span>
          <a href={`/docs#code-${code}`}>{code}</a>
          <span class="dim">)</span>
        </li>
      ))}
      {warnings.map(({ message }) => (
        <li key={message} class="warned">
          <b>warning</b> {message}
        </li>
      ))}
    </ul>
  )
}
