// A text that the reader can copy, with its name.

import { copy } from '../feedback.ts'
import { Button } from './button.tsx'

/** The notice says `what` was copied. The name is not shown when the place says it already. */
export const Copied = ({ name = '', what = name, text }: { name?: string; what?: string; text: string }) => (
  <p class="tools">
    {name !== '' && <span class="dim">{name}</span>}
    <code>{text}</code>
    <Button name="Copy" onClick={() => void copy(text, what)} />
  </p>
)
