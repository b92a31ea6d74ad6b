// Reads a value from the control API, and reads it again after changes, but at most about three times a second.

import { useCallback, useEffect, useState } from 'preact/hooks'
import { ApiProblem, call } from '../api.ts'
import { changes } from '../state.ts'

const PAUSE_MS = 300

export interface Resource<Value> {
  readonly value?: Value
  readonly problem?: ApiProblem
  readonly reload: () => void
}

interface Read<Value> {
  readonly path: string
  readonly value?: Value
  readonly problem?: ApiProblem
}

export function useResource<Value>(path: string): Resource<Value> {
  const [read, setRead] = useState<Read<Value>>({ path })
  const load = useCallback(async () => {
    try {
      setRead({ path, value: await call<Value>('GET', path) })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setRead({ path, problem: error })
    }
  }, [path])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    void load()
    const stop = changes.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void load()
      }, PAUSE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [load])

  const reload = () => void load()
  return read.path === path ? { ...read, reload } : { reload }
}
