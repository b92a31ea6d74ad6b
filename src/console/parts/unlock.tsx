// Asks for the control token, once for each tab.

import { useEffect, useRef } from 'preact/hooks'
import { isLocked, token } from '../state.ts'
import { Form, readField } from './form.tsx'

export function Unlock() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
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

function unlock(given: string): void {
  token.value = given
  sessionStorage.setItem('control-token', given)
  isLocked.value = false
}
