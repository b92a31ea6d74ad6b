// What the reader sees of an action: its error, and a short notice.

import { useSignal } from '@preact/signals'
import { ApiProblem } from './api.ts'
import { refreshWorlds } from './follow.ts'
import { changes, notice, trouble } from './state.ts'

/** Does work that may fail, and shows the error. Panels read their values again afterwards, whether the work failed or not. */
export async function attempt(work: () => Promise<unknown>, problem = trouble): Promise<void> {
  try {
    await work()
    problem.value = ''
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    problem.value = error.message
  } finally {
    changes.value += 1
    refreshWorlds()
  }
}

/** For a part of the page with actions of its own: `act` does one, and its error stands in `problem`. */
export function useActions() {
  const problem = useSignal('')
  return { problem, act: (work: () => Promise<unknown>) => attempt(work, problem) }
}

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(`copied ${what}`)
  } catch {
    say('the browser does not allow this page to copy: select the text instead')
  }
}

let silence: ReturnType<typeof setTimeout> | undefined

/** Shows a notice for a moment. */
export function say(text: string): void {
  notice.value = text
  clearTimeout(silence)
  silence = setTimeout(() => {
    notice.value = ''
  }, 2500)
}
