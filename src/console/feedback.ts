// What components need of the control API: values that stay fresh, and actions whose errors the reader sees. Also the short notices.

import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { ApiProblem, call, seldom } from './api.ts'
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

/** Reads a value from the control API, and reads it again after changes. The problem is the reason why it cannot be read. */
export function useResource<Value>(path: string) {
  const [read, setRead] = useState<{ path: string; value?: Value; problem?: string }>({ path })
  useEffect(() => {
    const load = seldom(async () => {
      try {
        setRead({ path, value: await call<Value>('GET', path) })
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        setRead({ path, problem: error.message })
      }
    })
    // The first call comes at once.
    return changes.subscribe(load)
  }, [path])
  return read.path === path ? read : { path }
}
