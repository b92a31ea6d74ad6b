// `petstore-sandbox requests`: shows the journal of a running sandbox, or one request in detail, or new requests as they end.

import { type Command, Option } from 'commander'
import type { SandboxHandle } from '../client/handle.ts'
import type { RequestsQuery } from '../client/requests-handle.ts'
import type { JournalEntry } from '../ground/generated/control.ts'
import { StartError } from '../ground/problem.ts'
import { showMs } from '../ground/words.ts'
import { createMatches, type RequestFilter } from '../record/filter.ts'
import { describeMissingRequest } from '../record/show-exchange.ts'
import { type DriveOptions, drive, refuseMissingWorld, withSandbox } from './drive.ts'
import type { Output } from './output.ts'
import { createRequestTable, renderRequest } from './show-requests.ts'
import { untilSignal } from './signals.ts'
import { number, pick, wholeNumber } from './values.ts'

interface RequestsOptions extends DriveOptions, RequestsQuery {
  readonly world?: string
  readonly id?: string
  readonly follow?: boolean
}

type Wanted = Pick<RequestsOptions, 'world' | keyof RequestFilter>

const EXAMPLES = `
Examples:
  petstore-sandbox requests
  petstore-sandbox requests --world w1 --status 4XX
  petstore-sandbox requests --world w1 --operation createPet --count 2 --wait 5
  petstore-sandbox requests --follow | jq -c '[.operation, .reply.status]'
  petstore-sandbox requests --id req_8mkw2d_1`

export function addRequests(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  withSandbox(program.command('requests').description('show what clients have sent, and why they got their replies'))
    .addOption(new Option('-f, --follow', 'also show new requests when they end, until Ctrl-C').conflicts(['id', 'count', 'wait']))
    .option('--world <name>', 'only requests of this world')
    .option('--id <id>', 'one request in detail, by its Sandbox-Request-Id')
    .option('--operation <id>', 'only requests of an operation, for example createPet')
    .option('--status <status>', 'only requests with a status, for example 404 or 4XX; 0 means no reply')
    .option('--cause <cause>', 'only requests with a Sandbox-Cause, for example rate-limit or "scenario;name=flaky"')
    .option('--case <name>', 'only requests with this Sandbox-Case')
    .option('--since <when>', 'only requests since a moment in real time, or after the request with this id')
    .option('--text <text>', 'only requests with this text in path, headers or body')
    .addOption(
      new Option('--count <n>', 'wait until this many requests match; exit code 10 when fewer came').argParser(wholeNumber(1, 1000)),
    )
    .addOption(new Option('--wait <seconds>', 'wait at most this long for matching requests; at most 60').argParser(number))
    .addHelpText('after', EXAMPLES)
    .action(async (options: RequestsOptions) => {
      const { id, follow = false, count, wait = count === undefined ? undefined : MAX_WAIT } = options
      const wanted = pick(options, ['world', 'operation', 'status', 'cause', 'case', 'since', 'text'])
      const { world, ...filter } = wanted
      await drive(options, process, async (sandbox, output) => {
        if (follow) return finish(await untilSignal(process, (signal) => followRequests(sandbox, wanted, output, signal)))
        // The sandbox creates a world whose requests somebody waits for.
        if (world !== undefined && (id !== undefined || wait === undefined)) await refuseMissingWorld(sandbox, world)
        const { requests } = world === undefined ? sandbox : sandbox.world(world)
        if (id === undefined) {
          const matching = await requests.list({ ...filter, count, wait })
          await showAll(matching, output, world)
          if (count === undefined || matching.length >= count) return
          process.stderr.write(`only ${matching.length} of ${count} requests came within ${showMs(Number(wait) * 1000)}\n`)
          return finish(10)
        }
        const found = await requests.find(id)
        if (found === undefined) throw new StartError(describeMissingRequest(id))
        await output.show([found], () => renderRequest(found, output))
      })
    })
}

/** The longest time that the control API allows, for --count without --wait. */
const MAX_WAIT = 60

const showAll = (found: readonly JournalEntry[], output: Output, world: string | undefined) =>
  output.show(found, () => (found.length === 0 ? ['there are no such requests'] : createRequestTable(output, world === undefined)(found)))

/** The number of ids that are remembered. An old id comes again only when the journal is read again after lost events. */
const MAX_KNOWN = 100_000

/**
 * Shows each request once: those of the journal, and then each new one when it ends. The stream of events opens before the journal is read,
 * so no request is missed.
 */
async function followRequests(sandbox: SandboxHandle, { world, ...filter }: Wanted, output: Output, signal: AbortSignal) {
  // The events of all worlds, because a reader of the events of one world creates the world.
  const events = await sandbox.events()
  const ending = AbortSignal.any([signal, output.ended])
  ending.addEventListener('abort', () => events.close())
  if (ending.aborted) events.close()
  const fits = createMatches(filter)
  const table = createRequestTable(output, true)
  const written = new Set<string>()
  const write = async (requests: readonly JournalEntry[]) => {
    const news = requests.filter((one) => one.closed !== undefined && one.world === (world ?? one.world) && !written.has(one.id))
    if (written.size > MAX_KNOWN) written.clear()
    for (const { id } of news) written.add(id)
    if (news.length > 0) await output.show(news, () => table(news))
  }
  await write(await sandbox.requests.list(filter))
  for await (const event of events) {
    if (event.type === 'lost') await write(await sandbox.requests.list(filter))
    else if (event.type === 'closed' && fits(event.exchange)) await write([event.exchange])
  }
  return 0
}
