// The mistakes that the client should correct: first violations of the contract, then warnings.

import type { Entry } from '../entry.ts'

/** `said` stands beside the list already. */
export function Remedies({ entry, said = '' }: { entry: Entry; said?: string }) {
  const { violations, warnings } = entry
  if (violations.length === 0 && warnings.length === 0) return null
  return (
    <ul class="remedies">
      {violations.map(({ code, in: part, place, message }) => (
        <li key={message} class="violated">
          <b>breaks the contract</b> {message !== said && message} <span class="dim">({`${part} ${place}`.trim()}, </span>
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
