// Reads a value from the control API, and reads it again after changes, but at most about three times a second.

import { useEffect, useState } from 'preact/hooks'
import { ApiProblem, call, seldom } from '../api.ts'
import { changes } from '../state.ts'

interface Resource<Value> {
  readonly path: string
  readonly value?: Value
  /** The reason why the value cannot be read. */
  readonly problem?: string
}

export function useResource<Value>(path: string): Partial<Resource<Value>> {
  const [read, setRead] = useState<Resource<Value>>({ path })
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
  return read.path === path ? read : {}
}
