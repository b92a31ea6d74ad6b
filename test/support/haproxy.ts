// A real HAProxy for tests, with the configuration in deploy/.

import { spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createDirectory, findPort } from './command.ts'

export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0

/** Starts HAProxy before the sandboxes at these origins. Resolves with its own origin. */
export async function startHaproxy(origins: readonly string[]): Promise<string> {
  const port = await findPort()
  const config = await readFile(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8')
  const servers = origins.map((origin, index) => `    server replica-${index} ${new URL(origin).host}\n`).join('')
  const file = join(await createDirectory(), 'haproxy.cfg')
  await writeFile(file, config.replace(/^ {4}bind .*$/m, `    bind 127.0.0.1:${port}`).replace(/( {4}server .*\n)+$/, servers))
  const child = spawn('haproxy', ['-q', '-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  while (!(await listens(port))) await new Promise((resolve) => setTimeout(resolve, 10))
  return `http://127.0.0.1:${port}`
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })
