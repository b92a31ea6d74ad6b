// What stands over the page: the notice at its foot, the keys, and the question for the control token.

import { useEffect, useRef } from 'preact/hooks'
import { count } from '../text/count.ts'
import { HELP } from './keyboard.ts'
import { undoClearing } from './list-actions.ts'
import { Button, Form, readField } from './parts/controls.tsx'
import { Facts } from './parts/show.tsx'
import { cleared, isLocked, notice, token } from './state.ts'

/** What was copied or saved, and the way back after the list was cleared. */
export function Notice() {
  const { length } = cleared.value
  return (
    <p class="notice" role="status">
      {notice.value || (length > 0 && `${count(length, 'request')} cleared`)}
      {length > 0 && <Button name="Undo" onClick={undoClearing} />}
    </p>
  )
}

export const Keys = () => (
  <aside popover="auto" id="keys" aria-label="Keys">
    <h2>Keys</h2>
    <Facts facts={HELP.map(([keys, does]) => [keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>), does])} />
  </aside>
)

/** Asks for the control token, once for each tab. */
export function Unlock() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const unlock = (given: string) => {
    token.value = given
    sessionStorage.setItem('control-token', given)
    isLocked.value = false
  }
  return (
    <dialog ref={dialog} aria-labelledby="unlock-title" onCancel={(event) => event.preventDefault()}>
      <Form onSubmit={(form) => unlock(readField(form, 'token'))}>
        <h2 id="unlock-title">This sandbox asks for its control token</h2>
        <p>The sandbox was started with a control token. The page keeps the token until you close the tab.</p>
        {token.value !== '' && <p class="bad">This token is wrong.</p>}
        <label>
          Control token
          <input name="token" type="password" autocomplete="off" required />
        </label>
        <button type="submit" class="main">
          Unlock
        </button>
        <p class="dim">
          Without the token you can read <a href="/docs">the reference</a>.
        </p>
      </Form>
    </dialog>
  )
}
