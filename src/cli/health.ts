// `petstore-sandbox health`: asks once whether a sandbox answers and can store its data.

import { readdir, readFile, readlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { StartError } from '../errors/problem.ts'
import type { SandboxOptions } from '../options/table.ts'
import { wantsTls } from '../options/tls.ts'
import { type Address, placeOf, withAddress } from './address.ts'
import { ask } from './ask.ts'
import { parseStartOptions } from './start-options.ts'

export function addHealth(program: Command, process: NodeJS.Process): void {
  withAddress(program.command('health').description('ask once whether a sandbox answers and can store its data; exit code 3 if not'))
    .option('--container', 'ask the sandbox that runs in this container; its port and host are read from its process')
    .action(async ({ container = false, ...address }: Address & { container?: boolean }) => {
      const asked = container ? await findInContainer(process) : address
      const { state, line } = await ask(placeOf(asked))
      if (state !== 'healthy') throw new StartError(line, 3)
      process.stdout.write(`${line}\n`)
    })
}

/** The address of the sandbox of this container. It comes from the command line of the process, which Linux shows in /proc. */
async function findInContainer({ argv, pid }: NodeJS.Process): Promise<Address> {
  const script = String(argv[1])
  const others = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name) && name !== String(pid))
  for (const other of others) {
    const words = (await readFile(`/proc/${other}/cmdline`, 'utf8').catch(() => '')).split('\0').slice(0, -1)
    // A relative path starts at the working directory of that process.
    const directory = await readlink(`/proc/${other}/cwd`).catch(() => '/')
    // Options of Node.js come before the script.
    const at = words.findIndex((word, index) => index > 0 && resolve(directory, word) === script)
    const options = at === -1 ? undefined : parseStartOptions(words.slice(at + 1))
    if (options) return addressOf(options)
  }
  throw new StartError('there is no sandbox in this container', 3)
}

const addressOf = (options: SandboxOptions): Address => ({
  ...(options.host !== undefined && { host: options.host }),
  ...(options.port !== undefined && { port: options.port }),
  tls: wantsTls(options),
})
