// Buttons that copy a request as a curl command or as code.

import { copy } from '../feedback.ts'
import { Button } from '../parts/button.tsx'
import { type Replayed, SNIPPETS } from '../snippets.ts'

export function CopyAs({ request }: { request: Replayed }) {
  return (
    <span class="copy">
      <span>Copy as</span>
      {Object.entries(SNIPPETS).map(([name, render]) => (
        <Button name={name} key={name} onClick={() => void copy(render(request), `the request as ${name}`)} />
      ))}
    </span>
  )
}
