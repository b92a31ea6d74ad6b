// `npm run bench -- judge`: counts how often the judge fails clients that did nothing wrong, and how often it catches clients that did.

import { parseArgs } from 'node:util'
import { playSuites } from './judge/play-suites.ts'
import { type Figure, isMet, ROWS, simulate } from './judge/simulate.ts'

const HELP = `Runs clients of known behaviour against the judge, on a simulated clock.

  npm run bench -- judge              10,000 runs of each row; takes some minutes
  npm run bench -- judge --runs 500         fewer runs
  npm run bench -- judge --seed 7           other runs; the same seed gives the same figures
  npm run bench -- judge --only suite       only rows with this text in their group or name
  npm run bench -- judge --suites 20 --busy    the suites of test/examine over real HTTP, 20 runs of each; takes some minutes

--busy runs two busy loops beside the suites. The exit code is 1 when a goal is not met, or when a verdict differs between runs.
`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const options = { runs: text, seed: text, only: text, suites: text, busy: flag, help: flag }
const { values } = parseArgs({ options })
if (values.help) process.stdout.write(HELP)
else if (values.suites !== undefined) process.exitCode = await playSuites(Number(values.suites), values.busy === true)
else process.exitCode = run(Number(values.runs ?? 10_000), Number(values.seed ?? 1), values.only ?? '')

function run(runs: number, seed: number, only: string): number {
  if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
    process.stderr.write('error: --runs and --seed must be whole numbers\n')
    return 2
  }
  const rows = ROWS.filter(({ group, name }) => `${group} ${name}`.includes(only))
  if (rows.length === 0) {
    process.stderr.write(`error: no row has the text ${only}\n`)
    return 2
  }
  process.stdout.write(
    `${runs.toLocaleString('en')} runs of each row, seed ${seed}\n\n| group | behaviour | failed | by |\n| --- | --- | --- | --- |\n`,
  )
  const figures = rows.map((row) => {
    const figure = simulate(row, runs, seed)
    process.stdout.write(`${render(figure)}\n`)
    return figure
  })
  const missed = figures.filter((figure) => !isMet(figure))
  process.stdout.write(missed.length === 0 ? '\nAll goals are met.\n' : `\nMissed: ${missed.map(({ name }) => name).join('; ')}.\n`)
  return missed.length === 0 ? 0 : 1
}

function render(figure: Figure): string {
  const { group, name, failed, runs, rules } = figure
  const share = `${((failed / runs) * 100).toFixed(2)} %`
  const by = [...rules].map(([rule, count]) => `${rule} ${count}`).join(', ')
  return `| ${group} | ${name} | ${isMet(figure) ? share : `**${share}**`} | ${by} |`
}
