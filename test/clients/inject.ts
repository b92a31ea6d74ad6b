// `npm test -- inject [-- NAME...]`: examines every client, or the named ones, with a campaign of faults. `npm run docs -- inject`
// writes the table of docs/reference/clients.md. It fails when a client has other bad cells than EXPECTED says.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { outcomeWord } from '../../src/examine/formats/tables.ts'
import { WHOLE_RUN } from '../../src/examine/plan.ts'
import type { Report, Run } from '../../src/ground/generated/report.ts'
import { inject } from '../../src/sandbox.ts'
import { ROOT } from '../support/pages.ts'
import { listLanguages } from './clients.ts'
import { CAMPAIGN } from './page.ts'
import { inParallel } from './parallel.ts'
import { prepare, type ReadyClient, say } from './prepare.ts'
import { PATIENCE } from './scenarios.ts'

const PROGRAMS = join(ROOT, 'test', 'clients', 'programs')
const PAGE = join(ROOT, 'docs', 'reference', 'clients.md')
const RETRIES = 3
const JOBS = 4

const TWICE = 'twice createPet'

/**
 * The bad cells of a client, as `outcome operation`. A client that is not here has none. p-retry repeats a 404 too, as a test runner repeats
 * a failed test, so nothing proves its early reads.
 */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'axios with axios-retry': [TWICE],
  curl: [TWICE],
  'httpx with tenacity': ['early createPet', TWICE],
  'p-retry': ['early createPet', TWICE],
  'go-retryablehttp': [TWICE],
  Failsafe: ['early createPet', 'early getPet', 'early listPets', TWICE],
  resilience4j: ['early createPet', 'early getPet', 'early listPets', TWICE],
}

/** The program prints nothing that anybody needs, and ends with another code than 0 when the suite fails. */
async function examine(client: ReadyClient): Promise<Report> {
  const words = [...client.start, '$PETSTORE_BASE_URL', '$PETSTORE_API_KEY', RETRIES, PATIENCE, 'four'].map((word) => `"${word}"`)
  const command = ['sh', '-c', `cd '${client.directory}' && exec ${words.join(' ')}`]
  const report = await inject({ command, jobs: JOBS })
  say(
    `${client.name}: ${report.runs.length} runs in ${(report.campaign?.seconds ?? 0).toFixed(0)} s, ${badCells(report).join(', ') || 'no bad cell'}`,
  )
  return report
}

const operationOf = ({ call }: Run) => call.replace(/#\d+$/, '')

const badCells = ({ runs }: Report) =>
  [...new Set(runs.filter(({ level }) => level === 'fail').map((run) => `${run.outcome} ${operationOf(run)}`))].sort()

interface Row {
  readonly client: ReadyClient
  readonly report: Report
}

/** Two lines for each client: its reads, and its creation. A cell with several words has the outcomes of several reads. */
function tableOf(rows: readonly Row[]): string {
  const faults = [...new Set(rows.flatMap(({ report }) => report.runs.map(({ fault }) => fault)))]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const lines = rows.flatMap(({ client, report }) =>
    ['GET', 'POST'].map((method) => {
      const isMeant = ({ call, target = '' }: Run) => (call === WHOLE_RUN ? method === 'GET' : target.startsWith(method))
      const cells = faults.map((fault) => {
        const runs = report.runs.filter((run) => run.fault === fault && isMeant(run))
        return [...new Set(runs.map(shown))].join(', ')
      })
      return line([method === 'GET' ? `${client.name} ${client.version}` : '', method, ...cells])
    }),
  )
  return [
    line(['client', 'call', ...faults.map((name) => `\`${name}\``)]),
    line(['client', 'call', ...faults].map(() => '---')),
    ...lines,
  ].join('\n')
}

const shown = (run: Run) => (run.level === 'fail' ? `**${outcomeWord(run)}**` : outcomeWord(run))

async function writeTable(rows: readonly Row[]): Promise<void> {
  const table = `<!-- clients: written by npm run docs -- inject -->\n${tableOf(rows)}\n<!-- /clients -->`
  const page = await readFile(PAGE, 'utf8')
  await writeFile(
    PAGE,
    page.replace(CAMPAIGN, () => table),
  )
}

const scratch = await mkdtemp(join(tmpdir(), 'petstore-inject-'))
try {
  const named = process.argv.slice(2)
  const languages = listLanguages({ root: ROOT, programs: PROGRAMS })
  const ready = (await inParallel(2, languages, (language) => prepare(language, PROGRAMS, scratch))).flat()
  const clients = ready.filter(({ name }) => named.length === 0 || named.includes(name))
  const rows = await inParallel(2, clients, async (client) => ({ client, report: await examine(client) }))
  await writeFile(process.env.INJECT_ROWS ?? join(scratch, 'rows.json'), JSON.stringify(rows))
  if (process.env.UPDATE_DOCS) await writeTable(rows)
  const surprises = rows.filter(({ client, report }) => !isDeepStrictEqual(badCells(report), EXPECTED[client.name] ?? []))
  for (const { client } of surprises) say(`${client.name}: these are not the expected bad cells`)
  if (surprises.length > 0 || rows.length === 0) process.exitCode = 1
} finally {
  await rm(scratch, { recursive: true, force: true })
}
