// A notice at the foot of the page: what was copied or saved, and the way back after the list was cleared.

import { count } from '../../text/count.ts'
import { undoClearing } from '../list-actions.ts'
import { cleared, notice } from '../state.ts'
import { Button } from './button.tsx'

export function Notice() {
  const { length } = cleared.value
  return (
    <p class="notice" role="status">
      {notice.value || (length > 0 && `${count(length, 'request')} cleared`)}
      {length > 0 && <Button name="Undo" onClick={undoClearing} />}
    </p>
  )
}
