// Shows the progress of the bench. A terminal has one line, which each step overwrites. A pipe or a log gets one line for each
// step.

/** A call without a step clears the line of the terminal. */
export type Say = (step?: string, detail?: string) => void

export function createSay(): Say {
  let last: string | undefined
  return (step, detail) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${[step, detail].filter(Boolean).join(': ')}`)
    else if (step !== undefined && step !== last) process.stderr.write(`${step}\n`)
    last = step
  }
}
