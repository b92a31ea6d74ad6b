// `npm test -- clients [--all] [NAME...]`: runs every client, or the named ones, in six scenarios and the suites against one sandbox,
// and reads what each of them did and what the sandbox says of it. `--all` plays the other scenarios too, which takes three times as
// long. `npm run docs -- clients` does so as well, and writes docs/reference/clients.md. Clients whose language is missing or whose package registry cannot
// be reached are skipped. It fails when the sandbox says something else of a client than verdicts.ts expects.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Report } from '../../src/ground/generated/report.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'
import { listLanguages } from './clients.ts'
import { observe } from './observe.ts'
import { type Row, writePage } from './page.ts'
import { inParallel } from './parallel.ts'
import { prepare, type ReadyClient, run, say } from './prepare.ts'
import { GLANCES, type Glance, PATIENCE, SUITES, type Suite, TRIALS } from './scenarios.ts'
import { findSurprises } from './verdicts.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAMS = join(ROOT, 'test', 'clients', 'programs')
/** The programs wait nearly all the time. */
const AT_ONCE = 24

interface Pair {
  readonly client: ReadyClient
  readonly trial: Glance | Suite
}

/**
 * One client in one scenario. On a machine under load a client may not get its reply in time, and then tries again sooner than
 * the sandbox can know of. So a surprise counts when it comes a second time.
 */
async function meetAgainIfSurprising(pair: Pair, sandbox: Sandbox): Promise<Row> {
  const row = await meet(pair, sandbox, 'first')
  return findSurprises(row).length === 0 ? row : meet(pair, sandbox, 'second')
}

/** In a world of its own. */
async function meet({ client, trial }: Pair, sandbox: Sandbox, time: string): Promise<Row> {
  const { scenario, retries, seconds, suite } = { suite: 'calls', ...trial }
  const world = sandbox.world([client.name.replaceAll(/\W+/g, '-'), suite, scenario, time].join('.'))
  const key = sandbox.key('enterprise', world.name)
  // The programs of `calls` make each call once. The suites make equal calls, so they declare nothing.
  const named = 'suite' in trial ? '' : `case=${scenario},`
  const settings = [
    `${sandbox.origin}/~${named}${scenario}/v1`,
    key,
    String(retries),
    String(PATIENCE),
    ...('suite' in trial ? [suite] : []),
  ]
  const { code, isLate, output } = await run([...client.start, ...settings], client.directory, seconds)
  if (code !== 0 && !isLate) throw new Error(`${client.name} ended with ${code} in ${scenario}:\n${output}`)
  const conduct = await observe(world, output)
  return { client: client.name, suite, scenario, conduct, report: await readReport(sandbox.origin, world.name) }
}

async function readReport(origin: string, world: string): Promise<Report> {
  const response = await fetch(`${origin}/_sandbox/worlds/${world}/report`)
  if (!response.ok) throw new Error(`the report of ${world} was answered with ${response.status}: ${await response.text()}`)
  return (await response.json()) as Report
}

const scratch = await mkdtemp(join(tmpdir(), 'petstore-clients-'))
const sandbox = await startSandbox()
try {
  const { values, positionals: named } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean', default: false } } })
  const glances = values.all || process.env.UPDATE_DOCS ? GLANCES : []
  const languages = listLanguages({ root: ROOT, programs: PROGRAMS })
  const ready = (await inParallel(2, languages, (language) => prepare(language, PROGRAMS, scratch))).flat()
  const clients = ready.filter(({ name }) => named.length === 0 || named.includes(name))
  const pairs = [...TRIALS, ...glances, ...SUITES].flatMap((trial) =>
    clients.filter(({ playsSuites }) => playsSuites || !('suite' in trial)).map((client) => ({ client, trial })),
  )
  const rows = await inParallel(AT_ONCE, pairs, (pair) => meetAgainIfSurprising(pair, sandbox))
  if (process.env.UPDATE_DOCS) writePage(join(ROOT, 'docs', 'reference', 'clients.md'), clients, rows)
  const surprises = rows.flatMap(findSurprises)
  for (const surprise of surprises) say(surprise)
  say(
    `${clients.length} clients in ${TRIALS.length + glances.length} scenarios and ${SUITES.length} suites: ${surprises.length} verdicts are not as expected`,
  )
  if (surprises.length > 0 || rows.length === 0) process.exitCode = 1
} finally {
  await sandbox.close()
  await rm(scratch, { recursive: true, force: true })
}
