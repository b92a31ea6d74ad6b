// Where the bench is. On a terminal, one line that is overwritten; in a pipe or a log, one line for each step.

/** Without a step the terminal's line is cleared. */
export type Say = (step?: string, detail?: string) => void

export function createSay(stream: NodeJS.WriteStream): Say {
  let last: string | undefined
  return (step, detail) => {
    if (stream.isTTY) stream.write(`\r\x1b[K${[step, detail].filter(Boolean).join(': ')}`)
    else if (step !== undefined && step !== last) stream.write(`${step}\n`)
    last = step
  }
}
