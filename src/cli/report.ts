// `petstore-sandbox report`: what a running sandbox says of its clients, and the verdict as exit code.

import type { Command } from 'commander'
import type { SandboxHandle } from '../handle/handles.ts'
import { Problem, StartError } from '../replies/problem.ts'
import { describeNoWorld, isWorldName } from '../words/world-name.ts'
import { type DriveOptions, drive, withConnection } from './drive.ts'
import { refuseMissingWorlds } from './existing-world.ts'
import { checkVerdictOptions, publish, type VerdictOptions, withVerdict } from './verdict.ts'

interface ReportOptions extends Omit<DriveOptions, 'format'>, VerdictOptions {
  readonly world?: string
}

/** The format of the report that is known here. */
const VERSION = 1

export function addReport(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = withConnection(
    program.command('report').description('judge the clients of a running sandbox; exit code 10 when one failed'),
  ).option('--world <name>', 'judge what happened in this world only')
  withVerdict(command, 'standard output').action(async ({ world, format, ...options }: ReportOptions) => {
    const wishes = { ...options, ...(format && { format }) }
    checkVerdictOptions(wishes)
    if (world !== undefined && !isWorldName(world)) throw new StartError(`--world ${world}: ${describeNoWorld(world)}`)
    await drive(options, process, async (sandbox) => {
      finish(await publish(await readReport(sandbox, world), wishes, process.stdout))
    })
  })
}

async function readReport(sandbox: SandboxHandle, world: string | undefined) {
  /** The report of a world outlives it, so the sandbox is asked for the report before it is asked for the world. */
  const explain = async (error: unknown): Promise<never> => {
    if (error instanceof Problem && error.code === 'not_found') await refuseMissingWorlds(sandbox, [world ?? ''])
    throw error
  }
  const report = await (world === undefined ? sandbox.report() : sandbox.world(world).report().catch(explain))
  const version: unknown = report.version
  if (version === VERSION) return report
  throw new StartError(
    `${sandbox.origin}: this sandbox has another version: its report has the format ${version}, and ${VERSION} is known here`,
    3,
  )
}
