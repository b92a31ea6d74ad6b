// Runs work that goes on until a signal stops it.

import { StartError } from '../ground/problem.ts'

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const
/** A terminal's signals reach only this process, because the suite runs in a session of its own. So this process must end the suite. */
export const FOR_SUITES = { ...SIGNALS, SIGHUP: 129, SIGQUIT: 131 } as const

/** Resolves with the exit code of the work, or with the code of the signal that stopped it. */
export async function untilSignal(
  process: NodeJS.Process,
  work: (signal: AbortSignal) => Promise<number>,
  signals: Readonly<Record<string, number>> = SIGNALS,
): Promise<number> {
  const ending = new AbortController()
  for (const [name, code] of Object.entries(signals)) process.once(name, () => ending.abort(code))
  const exitCode = await work(ending.signal).catch((error: unknown) => {
    // The work does not know which signal ended it.
    throw ending.signal.aborted && error instanceof StartError ? new StartError(error.messageWith, ending.signal.reason) : error
  })
  return ending.signal.reason ?? exitCode
}
