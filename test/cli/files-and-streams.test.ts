// Files that are no regular files, and an output that cannot be written: a command says so and ends.

import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDirectory, MAIN, run } from '../support/command.ts'

test.runIf(process.platform !== 'win32')(
  'a named pipe is refused, because a reader would wait for ever for somebody who writes',
  async () => {
    const directory = await createDirectory()
    const pipe = join(directory, 'mine.yaml')
    execFileSync('mkfifo', [pipe])
    const commands = [
      ['exec', '--policy', pipe, '--', 'true'],
      ['exec', '--assume', `@${pipe}`, '--', 'true'],
      ['scenarios', '--check', directory],
      ['start', '--ephemeral', '--port', '0', '--tls-cert', pipe, '--tls-key', pipe],
      ['worlds', '--url', 'https://127.0.0.1:1', '--ca', pipe],
    ]
    for (const { exitCode, errors } of await Promise.all(commands.map((args) => run(args))))
      expect([exitCode, errors]).toEqual([2, expect.stringMatching(/^error: .*mine\.yaml: .*it is not a regular file\n$/)])
  },
)

test.runIf(existsSync('/dev/full'))(
  'a command whose output cannot be written ends with 3, or with its own code if it fails anyway',
  async () => {
    for (const [code, ...args] of [
      [3, 'scenarios'],
      [3, '--help'],
    ] as const) {
      const output = openSync('/dev/full', 'w')
      const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], { stdio: ['ignore', output, 'pipe'], encoding: 'utf8' })
      closeSync(output)
      expect([args[0], status, stderr]).toEqual([args[0], code, expect.stringMatching(/error: the output cannot be written: ENOSPC/)])
    }
  },
)
