// `petstore-sandbox requests`: shows the journal of a running sandbox, one request in detail, or what comes from now on.

import { type Command, Option } from 'commander'
import type { RequestsHandle, RequestWish } from '../handle/handles.ts'
import { StartError } from '../replies/problem.ts'
import { type DriveOptions, drive, withSandbox } from './drive.ts'
import { refuseMissingWorlds } from './existing-world.ts'
import { followRequests } from './follow-requests.ts'
import type { Output } from './output.ts'
import { renderRequest } from './render-request.ts'
import { createRequestTable } from './request-table.ts'
import { untilSignal } from './signals.ts'
import { wholeNumber } from './values.ts'

interface RequestsOptions extends DriveOptions, RequestWish {
  readonly world?: string
  readonly id?: string
  readonly follow?: boolean
}

const EXAMPLES = `
Examples:
  petstore-sandbox requests
  petstore-sandbox requests w1 --status 4XX
  petstore-sandbox requests w1 --operation createPet --count 2 --wait 5
  petstore-sandbox requests --follow | jq -c '[.operation, .reply.status]'
  petstore-sandbox requests --id req_8mkw2d_1`

export function addRequests(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  withSandbox(
    program
      .command('requests')
      .description('show what clients have sent, and why they got their replies')
      .argument('[world]', 'the world; default: all'),
  )
    .option('-f, --follow', 'go on with requests as they end, until Ctrl-C')
    .option('--world <name>', 'the same as the argument')
    .option('--id <id>', 'one request in detail, by its Sandbox-Request-Id')
    .option('--operation <id>', 'those of an operation, as createPet')
    .option('--status <status>', 'those with a status, as 404, or a class, as 4XX; 0: without a reply')
    .option('--cause <cause>', 'those with a Sandbox-Cause, as rate-limit or "scenario;name=flaky"')
    .option('--case <name>', 'those of a test, by its Sandbox-Case')
    .option('--since <when>', 'those since a time in real time, or after a request, by its id')
    .option('--text <text>', 'those with a text in path, headers or body')
    .addOption(new Option('--count <n>', 'wait until N requests match').argParser(wholeNumber(1, 1000)))
    .addOption(new Option('--wait <seconds>', 'wait for them for at most N seconds, up to 60').argParser(Number))
    .addHelpText('after', EXAMPLES)
    .action(async (argument: string | undefined, options: RequestsOptions) => {
      const world = argument ?? options.world
      if (argument !== undefined && options.world !== undefined)
        throw new StartError('a world and --world cannot be combined: leave out one of them')
      const { id, follow = false } = options
      if (id !== undefined && follow) throw new StartError('--id and --follow cannot be combined: leave out one of them')
      await drive(options, process, async (sandbox, output) => {
        const handle = world === undefined ? sandbox : sandbox.world(world)
        if (world !== undefined && !follow && options.wait === undefined) await refuseMissingWorlds(sandbox, [world])
        if (id !== undefined) await showOne(handle.requests, id, output)
        else if (follow) finish(await untilSignal(process, (signal) => followRequests(handle, filterOf(options), output, signal)))
        else await showAll(handle.requests, options, output, world)
      })
    })
}

async function showOne(requests: RequestsHandle, id: string, output: Output): Promise<void> {
  const found = await requests.find(id)
  if (found === undefined) throw new StartError(`the journal has no request ${id}: perhaps it was pushed out, or its world was reset`)
  if (output.isText) await output.write(renderRequest(found, output))
  else await output.writeLines([found])
}

async function showAll(requests: RequestsHandle, options: RequestsOptions, output: Output, world: string | undefined): Promise<void> {
  const { count, wait } = options
  const found = await requests.list({ ...filterOf(options), count, wait: wait ?? (count === undefined ? undefined : MAX_WAIT) })
  if (!output.isText) await output.writeLines(found)
  else if (found.length === 0) await output.write('there are no such requests\n')
  else await output.write(createRequestTable(output, world === undefined).render(found))
}

/** Who gives a count and no time waits as long as one can. */
const MAX_WAIT = 60

const filterOf = ({ operation, status, cause, case: testCase, since, text }: RequestsOptions) => ({
  ...{ operation, status, cause, since, text },
  case: testCase,
})
