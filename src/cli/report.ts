// `petstore-sandbox report`: prints the report of a running sandbox on its clients. The verdict is the exit code.

import type { Command } from 'commander'
import type { SandboxHandle } from '../client/handle.ts'
import { SandboxError } from '../client/sandbox-error.ts'
import { StartError } from '../errors/problem.ts'
import { describeNoWorld, isWorldName } from '../text/world-name.ts'
import { type DriveOptions, drive, refuseMissingWorlds, withConnection } from './drive.ts'
import { checkOutputs } from './outputs.ts'
import { publish, type VerdictOptions, withVerdict } from './verdict.ts'

interface ReportOptions extends Omit<DriveOptions, 'format'>, VerdictOptions {
  readonly world?: string
  readonly har?: string
}

/** The version of the report's format that this command can read. */
const VERSION = 2

export function addReport(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = withConnection(
    program.command('report').description('judge the clients of a running sandbox; exit code 10 when a client failed'),
  )
    .option('--world <name>', 'judge only the requests of this world')
    .option('--har <file>', 'judge the calls in this HAR file instead, without a sandbox')
  withVerdict(command, 'standard output').action(async ({ world, har, format, ...options }: ReportOptions) => {
    const wishes = { ...options, ...(format && { format }) }
    await checkOutputs(wishes, har === undefined)
    if (har !== undefined) return finish(await publish(await judgeHar(har), wishes, process.stdout))
    if (world !== undefined && !isWorldName(world)) throw new StartError(`--world ${world}: ${describeNoWorld(world)}`)
    await drive(options, process, async (sandbox) => {
      const journal = world === undefined ? sandbox.requests : sandbox.world(world).requests
      finish(await publish(await readReport(sandbox, world), wishes, process.stdout, () => journal.har()))
    })
  })
}

/** The report on the clients in a HAR file. The parts that judge are loaded only for this. */
async function judgeHar(file: string) {
  const { createHarJudge } = await import('./judge-har.ts')
  return createHarJudge(file)
}

async function readReport(sandbox: SandboxHandle, world: string | undefined) {
  /** A world may be gone while its report is still there. So the report is asked for first, and the world only after an error. */
  const explain = async (error: unknown): Promise<never> => {
    if (error instanceof SandboxError && error.code === 'not_found') await refuseMissingWorlds(sandbox, [world ?? ''])
    throw error
  }
  const report = await (world === undefined ? sandbox.report() : sandbox.world(world).report().catch(explain))
  const version: unknown = report.version
  if (version === VERSION) return report
  throw new StartError(
    `${sandbox.origin}: this sandbox has another version: its report has format ${version}, but this command reads format ${VERSION}`,
    3,
  )
}
