// Reads a value from the control API, and reads it again after changes, but at most about three times a second.

import { useEffect, useState } from 'preact/hooks'
import { ApiProblem, call } from '../api.ts'
import { changes } from '../state.ts'

const PAUSE_MS = 300

export interface Resource<Value> {
  readonly value?: Value
  readonly problem?: ApiProblem
}

export function useResource<Value>(path: string): Resource<Value> {
  const [read, setRead] = useState<Resource<Value> & { readonly path: string }>({ path })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStale = false
    const load = async () => {
      isStale = false
      timer = setTimeout(() => {
        timer = undefined
        if (isStale) void load()
      }, PAUSE_MS)
      try {
        setRead({ path, value: await call<Value>('GET', path) })
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        setRead({ path, problem: error })
      }
    }
    // The first call comes at once.
    const stop = changes.subscribe(() => {
      if (timer === undefined) void load()
      else isStale = true
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [path])
  return read.path === path ? read : {}
}
