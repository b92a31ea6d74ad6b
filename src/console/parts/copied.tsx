// Texts that the reader can copy: a short text with its name, and a request as a command or as code.

import { copy } from '../feedback.ts'
import { type Replayed, SNIPPETS } from '../snippets.ts'
import { Button } from './controls.tsx'

/** The notice says `what` was copied. The name is not shown when the place says it already. */
export const Copied = ({ name = '', what = name, text }: { name?: string; what?: string; text: string }) => (
  <p class="tools">
    {name !== '' && <span class="dim">{name}</span>}
    <code>{text}</code>
    <Button name="Copy" onClick={() => void copy(text, what)} />
  </p>
)

export const CopyAs = ({ request }: { request: Replayed }) => (
  <span class="copy">
    <span>Copy as</span>
    {Object.entries(SNIPPETS).map(([name, render]) => (
      <Button name={name} key={name} onClick={() => void copy(render(request), `the request as ${name}`)} />
    ))}
  </span>
)
