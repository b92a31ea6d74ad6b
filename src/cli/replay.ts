// `petstore-sandbox exec --inject 'createPet#1=lost-reply' -- npm test`: plays one run of a campaign again, and shows everything live.

import { writeFile } from 'node:fs/promises'
import type { PlanName } from '../contract/names.ts'
import { messageOf, StartError } from '../errors/problem.ts'
import { renderReplay } from '../inject/formats/text.ts'
import { renderJson } from '../json/json.ts'
import type { SandboxOptions } from '../options/table.ts'
import { readVersion } from '../package-files.ts'
import { replayRun } from '../sandbox.ts'
import { untilSignal } from './signals.ts'
import { VERDICT_FAILED } from './verdict.ts'

interface ReplayOptions {
  readonly plan: PlanName
  readonly inject: string
  readonly slow?: number
  readonly timeout?: number
  readonly output: readonly string[]
}

const HAR = 'petstore-inject.har'

export async function replay(
  command: readonly string[],
  { plan, inject: wanted, slow, timeout, output }: ReplayOptions,
  sandbox: SandboxOptions,
  process: NodeJS.Process,
): Promise<number> {
  const file = harFile(output)
  let isBad = false
  const interrupted = await untilSignal(process, async (signal) => {
    const given = { ...(slow !== undefined && { slow }), ...(timeout !== undefined && { timeout }) }
    const { run, exchanges } = await replayRun({ ...given, command, plan, inject: wanted, env: process.env, sandbox, signal })
    isBad = run.level === 'fail'
    // Only this command writes a HAR. The others start faster without the code.
    const { toHar } = await import('../journal/har.ts')
    await writeFile(file, renderJson(toHar(exchanges, readVersion()))).catch((error) => {
      throw new StartError(`--output har=${file}: cannot be written: ${messageOf(error)}`)
    })
    process.stderr.write(renderReplay(run, file))
  })
  if (interrupted !== 0) return interrupted
  return isBad ? VERDICT_FAILED : 0
}

function harFile(output: readonly string[]): string {
  const other = output.find((text) => !/^har=|\.har$/i.test(text))
  if (other !== undefined) throw new StartError(`--output ${other}: with --inject, exec writes only the requests: --output har=<file>`)
  return output.at(-1)?.replace(/^har=/, '') ?? HAR
}
