// `petstore-sandbox report`: prints the report of a running sandbox on its clients. The verdict is the exit code.

import type { Command } from 'commander'
import type { SandboxHandle } from '../client/handle.ts'
import { SandboxError } from '../client/sandbox-error.ts'
import { StartError } from '../ground/problem.ts'
import { type DriveOptions, drive, refuseMissingWorld, withConnection } from './drive.ts'
import { checkOutputs } from './report-outputs.ts'
import { publish, type VerdictOptions, withVerdict } from './verdict.ts'

/** The version of the report's format that this command can read. */
const VERSION = 3

export function addReport(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = withConnection(
    program.command('report').description('judge the clients of a running sandbox; exit code 10 when a client failed'),
  ).option('--world <name>', 'judge only the requests of this world')
  withVerdict(command, 'standard output').action(async (options: Omit<DriveOptions, 'format'> & VerdictOptions & { world?: string }) => {
    const { world } = options
    await checkOutputs(options, { har: true })
    await drive({ ...options, format: 'json' }, process, async (sandbox) => {
      const { requests } = world === undefined ? sandbox : sandbox.world(world)
      finish(await publish(await readReport(sandbox, world), options, process.stdout, () => requests.har()))
    })
  })
}

/** A world may be gone while its report is still there. So the report is asked for first, and the world only after an error. */
async function readReport(sandbox: SandboxHandle, world: string | undefined) {
  const { report: ask } = world === undefined ? sandbox : sandbox.world(world)
  const report = await ask().catch(async (error: unknown) => {
    if (error instanceof SandboxError && error.code === 'not_found') await refuseMissingWorld(sandbox, String(world))
    throw error
  })
  const version: unknown = report.version
  if (version === VERSION) return report
  throw new StartError(
    `${sandbox.origin}: this sandbox has another version: its report has format ${version}, but this command reads format ${VERSION}`,
    3,
  )
}
