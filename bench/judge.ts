// `npm run bench -- judge`: plays the suites of test/examine again and again, and tells whether a verdict depends on the run.

import { parseArgs } from 'node:util'
import { playSuites } from './judge/play-suites.ts'

const HELP = `Plays the suites of test/examine over real HTTP; takes some minutes.

  npm run bench -- judge                 20 runs of each suite
  npm run bench -- judge --runs 5        fewer runs
  npm run bench -- judge --busy          beside two busy loops

The exit code is 1 when a verdict is not the expected one, or differs between runs.
`

const { values } = parseArgs({ options: { runs: { type: 'string' }, busy: { type: 'boolean' }, help: { type: 'boolean' } } })
const runs = Number(values.runs ?? 20)
if (values.help) process.stdout.write(HELP)
else if (Number.isSafeInteger(runs) && runs > 0) process.exitCode = await playSuites(runs, values.busy === true)
else {
  process.stderr.write('error: --runs must be a whole number\n')
  process.exitCode = 2
}
