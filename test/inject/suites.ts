// Small test suites with clients whose behaviour is known, for campaigns. A suite is a script, and passes when it ends with 0.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InjectOptions } from '../../src/inject/options.ts'
import type { InjectReport } from '../../src/inject/report.ts'
import { inject } from '../../src/sandbox.ts'
import { createDirectory } from '../support/command.ts'

/** `send` makes one try. `call` tries again as its options say, and throws in the end. */
const CLIENT = `
  const { PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key, PETSTORE_SANDBOX_URL: origin } = process.env
  const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  async function send(method, path, body, { timeout = 1, world } = {}) {
    const response = await fetch(url + path, {
      method,
      signal: timeout ? AbortSignal.timeout(timeout * 1000) : undefined,
      headers: { authorization: 'Bearer ' + key + (world ? '_' + world : ''), 'content-type': 'application/json', connection: 'close' },
      body: body && JSON.stringify(body),
    })
    const json = await response.json()
    if (response.ok) return json
    throw Object.assign(new Error(response.status), { status: response.status, asked: Number(response.headers.get('retry-after') ?? 0) })
  }
  async function call(method, path, body, { tries = 1, gap = 0, refusals = false, ...more } = {}) {
    for (let count = 1; ; count++) {
      try {
        return await send(method, path, body, more)
      } catch (error) {
        if (count >= tries || (error.status === 401 && !refusals)) throw error
        await pause(gap === 'asked' ? error.asked : gap)
      }
    }
  }
  const rex = { name: 'Rex', categoryId: 1 }
`

/** Writes the suite into a file, and returns the command that runs it. */
export async function suiteOf(code: string): Promise<string[]> {
  const file = join(await createDirectory(), 'suite.mjs')
  await writeFile(file, CLIENT + code)
  return [process.execPath, file]
}

export async function examine(code: string, options: Partial<InjectOptions> = {}): Promise<InjectReport> {
  return inject({ command: await suiteOf(code), slow: 1.5, timeout: 10, jobs: 4, ...options })
}

/** The outcome of each run: `{ 'createPet#1=lost-reply': 'duplicate' }`. */
export const outcomesOf = ({ runs }: InjectReport) =>
  Object.fromEntries(runs.map(({ call, fault, outcome }) => [`${call}=${fault}`, outcome]))

/** The runs that fail. */
export const failuresOf = ({ runs }: InjectReport) =>
  runs.filter(({ level }) => level === 'fail').map(({ call, fault, outcome }) => `${call}=${fault}: ${outcome}`)
