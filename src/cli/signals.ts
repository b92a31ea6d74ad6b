// Runs work that goes on until a signal stops it.

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const

/** Resolves with the exit code: 0 when the work ends by itself, else the code of the signal. */
export async function untilSignal(process: NodeJS.Process, work: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const ending = new AbortController()
  let exitCode = 0
  for (const [name, code] of Object.entries(SIGNALS))
    process.once(name, () => {
      exitCode = code
      ending.abort()
    })
  await work(ending.signal)
  return exitCode
}
