// What the reader sees of an action: its error, and a short notice.

import { ApiProblem } from './api.ts'
import { changes, notice, trouble } from './state.ts'

/** Does work that may fail, and shows the error. Panels read their values again afterwards, whether the work failed or not. */
export async function attempt<Result>(work: () => Promise<Result>, problem = trouble): Promise<Result | undefined> {
  try {
    const result = await work()
    problem.value = ''
    return result
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    problem.value = error.message
    return undefined
  } finally {
    changes.value += 1
  }
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
