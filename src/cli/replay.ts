// `petstore-sandbox exec --inject 'createPet#1=lost-reply' -- npm test`: plays one run of a campaign again, and shows everything live.

import { writeFile } from 'node:fs/promises'
import { messageOf, StartError } from '../errors/problem.ts'
import { renderReplay } from '../inject/formats/formats.ts'
import type { ReplayOptions } from '../inject/replay.ts'
import { renderJson } from '../json/json.ts'
import { readVersion } from '../package-files.ts'
import { replayRun } from '../sandbox.ts'
import { VERDICT_FAILED } from './verdict.ts'

const HAR = 'petstore-inject.har'

/** Resolves with the exit code. */
export async function replay(
  { output, ...options }: ReplayOptions & { readonly output: readonly string[] },
  stderr: NodeJS.WriteStream,
): Promise<number> {
  const file = harFile(output)
  const { run, exchanges } = await replayRun(options)
  // Only this command writes a HAR. The others start faster without the code.
  const { toHar } = await import('../journal/har.ts')
  await writeFile(file, renderJson(toHar(exchanges, readVersion()))).catch((error) => {
    throw new StartError(`--output har=${file}: cannot be written: ${messageOf(error)}`)
  })
  stderr.write(renderReplay(run, file))
  return run.level === 'fail' ? VERDICT_FAILED : 0
}

function harFile(output: readonly string[]): string {
  const other = output.find((text) => !/^har=|\.har$/i.test(text))
  if (other !== undefined) throw new StartError(`--output ${other}: with --inject, exec writes only the requests: --output har=<file>`)
  return output.at(-1)?.replace(/^har=/, '') ?? HAR
}
