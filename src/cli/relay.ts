// Runs a client with the streams of this process. Passes on to it the signals that end a process.

import { type Child, codeOf, isWindows, startChild } from '../examine/start-child.ts'
import { StartError } from '../ground/problem.ts'

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/** From now on signals go to the client. A signal that comes before the client starts ends the run. */
export function createRelay(process: NodeJS.Process) {
  let child: Child | undefined
  let ending: NodeJS.Signals | undefined

  function end(signal: NodeJS.Signals): void {
    ending ??= signal
    // A shell ends only when its command ends, so all processes get the signal, as from a terminal. Windows itself sends Ctrl-C to the
    // client.
    if (!isWindows) child?.signalGroup(signal)
  }

  for (const signal of ENDING) process.on(signal, end)

  /** 128 + n after signal n, and 0 without a signal. */
  const signalCode = () => (ending === undefined ? 0 : codeOf(null, ending))

  return {
    signalCode,
    /** Resolves with the exit code that a shell would give. */
    async run(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
      if (ending !== undefined) throw new StartError(`${ending} came before ${words[0]} was started`, signalCode())
      child = startChild(words, env, 'inherit')
      return child.ended.finally(() => {
        child = undefined
      })
    },
    [Symbol.dispose](): void {
      for (const signal of ENDING) process.off(signal, end)
    },
  }
}
