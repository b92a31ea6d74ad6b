// `petstore-sandbox report`: prints the report of a running sandbox on its clients. The verdict is the exit code.

import type { Command } from 'commander'
import { SandboxError } from '../client/sandbox-error.ts'
import { StartError } from '../ground/problem.ts'
import { type DriveOptions, drive, refuseMissingWorld, withConnection } from './drive.ts'
import { checkVerdict, publish, type VerdictOptions, withVerdict } from './verdict.ts'

export function addReport(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = withConnection(
    program.command('report').description('judge the clients of a running sandbox; exit code 10 when a client failed'),
  ).option('--world <name>', 'judge only the requests of this world')
  withVerdict(command, 'standard output').action(async (options: Omit<DriveOptions, 'format'> & VerdictOptions & { world?: string }) => {
    const { world } = options
    await checkVerdict(options, 'har')
    await drive({ ...options, format: 'json' }, process, async (sandbox) => {
      const judged = world === undefined ? sandbox : sandbox.world(world)
      // A report may outlive its world, so the world is asked for only after an error.
      const report = await judged.report().catch(async (error: unknown) => {
        if (error instanceof SandboxError && error.code === 'not_found') await refuseMissingWorld(sandbox, String(world))
        throw error
      })
      const version: unknown = report.version
      if (version !== 3)
        throw new StartError(
          `${sandbox.origin}: this sandbox has another version: its report has format ${version}, but this command reads format 3`,
          3,
        )
      finish(await publish(report, options, process.stdout, () => judged.requests.har()))
    })
  })
}
