// Runs a program on a terminal of its own, as a person does. Python makes the terminal, because Node.js cannot make one.

import { spawn, spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'

/** Runs a program on a terminal. The typed keys come from standard input. */
const ON_TERMINAL = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'

export const hasTerminals =
  spawnSync('python3', ['-c', 'import os, pty; os.waitstatus_to_exitcode; os.close(pty.openpty()[0])']).status === 0
if (!hasTerminals)
  process.stdout.write('terminal: the tests on a terminal are skipped, because python3 with its module pty does not run here\n')

export interface Terminal {
  /** All text on the terminal, with `\r\n` at the end of a line. */
  readonly shown: () => string
  /** Resolves when the terminal shows a text. */
  readonly seen: (text: string) => Promise<void>
  readonly type: (text: string) => void
  /** The exit code. */
  readonly ended: Promise<number | null>
}

/** Runs a shell script on a terminal of 80 columns. `"$@"` stands for the words after the script. */
export function openTerminal(script: string, words: readonly string[]): Terminal {
  const child = spawn('python3', ['-c', ON_TERMINAL, 'sh', '-c', `stty cols 80 rows 24 && ${script}`, 'sh', ...words], {
    env: { PATH: process.env.PATH, TERM: 'xterm-256color' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let shown = ''
  child.stdout.on('data', (chunk) => (shown += chunk))
  return {
    shown: () => shown,
    seen: (text) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (shown.includes(text)) resolve()
        }
        child.stdout.on('data', look)
        look()
      }),
    type: (text) => void child.stdin.write(text),
    ended: new Promise((resolve) => child.on('close', resolve)),
  }
}
