// The error of an action, beside the field that it is about.

import type { Signal } from '@preact/signals'

export const Problem = ({ of: { value } }: { of: Signal<string> }) =>
  value === '' ? null : (
    <p class="problem" role="alert">
      {value}
    </p>
  )
