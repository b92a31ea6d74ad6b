// `npm run stress -- replicas`: the goals for several replicas of the built sandbox on one Redis, with a real redis-server and a
// real HAProxy. Each goal writes one line with its figures.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { findMissing } from '../../../test/support/machines.ts'
import { createSay } from '../../progress.ts'
import { ROOT } from '../../targets.ts'
import { readArguments } from '../read-arguments.ts'
import { countLimits, playScenarios } from './balanced.ts'
import { measureKept, measureTime } from './costs.ts'
import { Fleet, type Outcome } from './fleet.ts'
import { killReplicas } from './kills.ts'
import { loseRedis } from './outage.ts'
import { callInTurn } from './turns.ts'

interface Goal {
  readonly summary: string
  readonly run: (fleet: Fleet, options: { seconds: number }) => Promise<Outcome>
}

const GOALS: Readonly<Record<string, Goal>> = {
  kills: { summary: 'three replicas behind HAProxy, 100 worlds, 32 clients; one replica is killed every 3 s', run: killReplicas },
  turns: {
    summary: 'two replicas called in turn for one world: 8 clients create and one reads, also with 10,000 animals',
    run: callInTurn,
  },
  limits: { summary: 'the 60 requests a minute of Free, for 20 clients with one key over one pool', run: countLimits },
  scenarios: { summary: 'the scenarios of two worlds over one connection', run: playScenarios },
  outage: { summary: 'Redis is killed, restarted, and paused for 5 s under load', run: loseRedis },
  time: { summary: 'processor time a request with the store, beside files', run: measureTime },
  kept: { summary: '20,000 kept worlds: start and list', run: measureKept },
}

const HELP = `Runs several replicas of the built sandbox on one Redis, and checks what they promise. Needs redis-server and haproxy.

  npm run stress -- replicas                      every goal; takes about five minutes
  npm run stress -- replicas kills --seconds 300  only these goals; kills and turns take so many seconds

Goals:
${Object.entries(GOALS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

The exit code is 1 when something was lost, given out twice, or answered wrongly or too late. Figures that depend on the load of the
machine only say NOT MET.
`

/** A goal that does not end by itself has failed. */
const EXTRA_MS = 120_000

async function main(args: string[]): Promise<number> {
  const read = readArguments(args, GOALS, 'seconds', '60', HELP)
  if (typeof read === 'number') return read
  const { names: named, number: seconds } = read
  const missing = findMissing()
  if (missing) {
    process.stdout.write(`replicas: not run: ${missing}\n`)
    return 0
  }
  const say = createSay()
  say('building')
  execFileSync(process.execPath, [join(ROOT, 'build', 'build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  let code = 0
  for (const name of named.length > 0 ? named : Object.keys(GOALS)) {
    say(name)
    const { figures, faults } = await runGoal(GOALS[name] as Goal, seconds)
    say()
    const kinds = faults.length === 0 ? 'nothing was wrong' : `${faults.length} faults: ${faults.slice(0, 5).join('; ')}`
    process.stdout.write(`${name}: ${figures}; ${kinds}\n`)
    if (faults.length > 0) code = 1
  }
  return code
}

async function runGoal(goal: Goal, seconds: number): Promise<Outcome> {
  const fleet = new Fleet()
  const end = () => fleet.end()
  process.once('exit', end)
  const ms = seconds * 1000 + EXTRA_MS
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ figures: 'no figures', faults: [`it did not end within ${ms / 1000} s`] }), ms)
  })
  try {
    return await Promise.race([late, goal.run(fleet, { seconds }).catch((error) => ({ figures: 'no figures', faults: [String(error)] }))])
  } finally {
    clearTimeout(timer)
    fleet.end()
    process.off('exit', end)
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
process.exit(await main(process.argv.slice(2)))
