// Buttons that copy a request as a curl command or as code.

import { copy } from '../actions.ts'
import { type Replayed, SNIPPETS } from '../snippets.ts'

export function CopyAs({ request }: { request: Replayed }) {
  return (
    <span class="copy">
      <span>Copy as</span>
      {Object.entries(SNIPPETS).map(([name, render]) => (
        <button type="button" key={name} onClick={() => void copy(render(request), `the request as ${name}`)}>
          {name}
        </button>
      ))}
    </span>
  )
}
