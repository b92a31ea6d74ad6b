// Lists the rivals, installs them, and tries whether they start. A rival that does not start is left out, and a line says why.

import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Say } from '../progress.ts'
import type { Servers } from '../servers.ts'
import type { Target } from '../targets.ts'
import { JSON_SERVER } from './json-server.ts'
import { MOCKOON } from './mockoon.ts'
import { PRISM } from './prism.ts'
import type { Rival } from './rival.ts'
import { SCALAR } from './scalar.ts'

const RIVALS: Readonly<Record<string, Rival>> = { 'json-server': JSON_SERVER, Prism: PRISM, Mockoon: MOCKOON, Scalar: SCALAR }
const INSTALL_MS = 300_000

export async function installRivals(directory: string, servers: Servers, say: Say): Promise<{ rivals: Target[]; absent: string[] }> {
  const rivals: Target[] = []
  const absent: string[] = []
  for (const [name, rival] of Object.entries(RIVALS)) {
    const folder = resolve(directory, name)
    try {
      say(`installing ${name}`)
      const version = await install(rival, folder)
      const target = { name, version, ...rival.create(folder) }
      await (await servers.start(target)).stop()
      rivals.push(target)
    } catch (error) {
      absent.push(
        `${name} was left out: ${String((error as Error).message)
          .trim()
          .split('\n')
          .at(-1)}`,
      )
    }
  }
  return { rivals, absent }
}

/** Resolves with the name and version of the installed rival. Installation scripts of its packages do not run. */
async function install({ packages }: Rival, folder: string): Promise<string> {
  const name = (packages[0] ?? '').replace(/(?<=.)@.*$/, '')
  const description = join(folder, 'node_modules', name, 'package.json')
  if (!existsSync(description)) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages]
    await promisify(execFile)('npm', args, { cwd: folder, timeout: INSTALL_MS })
  }
  return `${name} ${JSON.parse(readFileSync(description, 'utf8')).version}`
}
