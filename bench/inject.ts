// `npm run bench -- inject`: what a run of a campaign costs beside the suite itself, and how long three campaigns take with a suite of
// ten calls and one second. The overhead is the time of a run without the time of its process.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { runSuite } from '../src/examine/run-suite.ts'
import { startSandbox } from '../src/sandbox.ts'
import { ROOT } from './targets.ts'

const RUNS = 30
const suite = join(ROOT, 'bench', 'ten-calls.js')
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function measureOverhead(): Promise<void> {
  const command = [process.execPath, '-e', '0']
  const suite = { options: { command, plan: 'business' as const }, parts: { start: startSandbox } }
  const beside: number[] = []
  const alone: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now()
    const { seconds } = await runSuite(suite)
    beside.push(performance.now() - started - seconds * 1000)
    const began = performance.now()
    await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
    alone.push(performance.now() - began)
  }
  const [first] = beside
  process.stdout.write(`overhead of a run: ${median(beside).toFixed(1)} ms, the first one ${first?.toFixed(1)} ms (goal 30 ms)\n`)
  process.stdout.write(`an empty process of Node.js takes ${median(alone).toFixed(1)} ms here\n`)
}

async function measureCampaign(goal: string, ...options: string[]): Promise<void> {
  const began = performance.now()
  const launcher = join(ROOT, 'bin', 'petstore-sandbox.cjs')
  const child = spawn(process.execPath, [launcher, 'inject', ...options, '--', process.execPath, suite], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  const [code] = await once(child, 'exit')
  const [runs = 'see the report'] = /[1-9]\d* runs?/.exec(text.slice(text.indexOf('Without a fault'))) ?? []
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`inject ${options.join(' ')}: ${seconds} s, ${runs}, exit code ${code} (goal ${goal})\n`)
}

await measureOverhead()
await measureCampaign('20 s', '--quick')
await measureCampaign('45 s', '--faults', 'lies')
await measureCampaign('none')
