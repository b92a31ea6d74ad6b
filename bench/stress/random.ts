// `npm run stress -- random`: the random tests of test/safety/ for as many rounds as wanted, with a seed that nobody has used. A
// failure names its seed, and the shortest requests that show it.

import { spawnSync } from 'node:child_process'
import { execPath, stdout } from 'node:process'
import { parseArgs } from 'node:util'

const HELP = `Compares random calls with a model, and damages requests, as npm test does in a few rounds.

  npm run stress -- random                        50 times as many rounds as npm test: about ten minutes
  npm run stress -- random --rounds 500 --seed 7  more rounds, and the seed of an earlier run
`
const { values } = parseArgs({
  options: { help: { type: 'boolean' }, rounds: { type: 'string', default: '50' }, seed: { type: 'string' } },
})
if (values.help) stdout.write(HELP)
else {
  const seed = values.seed ?? String(Date.now() % 2 ** 31)
  stdout.write(`seed ${seed}\n`)
  const env = { ...process.env, STRESS_ROUNDS: values.rounds, STRESS_SEED: seed }
  process.exitCode = spawnSync(execPath, ['build/commands.ts', 'test', 'test/safety'], { env, stdio: 'inherit' }).status ?? 1
}
