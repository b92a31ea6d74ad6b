// How the sandbox compares: with the framework it stands on, and with its rivals. The command line and the order of
// things; what is compared stands in targets.ts and rivals/, what is wanted in goals.ts.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureColdStart } from './cold-start.ts'
import { Figures } from './figures.ts'
import { judge } from './goals.ts'
import { measureMemory } from './memory.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { renderJson, renderMarkdown } from './report.ts'
import { installRivals } from './rivals/rivals.ts'
import { Servers } from './servers.ts'
import { measureSpeed } from './speed.ts'
import { BASELINE, ROOT, SANDBOX, type Target } from './targets.ts'

async function main(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') {
    process.stderr.write(`error: ${options}\n`)
    return 2
  }
  if (options.help) {
    process.stdout.write(HELP)
    return 0
  }
  const root = mkdtempSync(join(tmpdir(), 'petstore-sandbox-bench-'))
  const servers = new Servers(root)
  process.on('exit', () => {
    servers.killAll()
    rmSync(root, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  return compare(options, servers, root)
}

async function compare(options: Options, servers: Servers, root: string): Promise<number> {
  say('building')
  execFileSync(process.execPath, [join(ROOT, 'build', 'build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const { rivals, absent } = options.rivals
    ? await installRivals(options.rivalsDir ?? join(root, 'rivals'), servers, say)
    : { rivals: [], absent: [] }
  const targets = [BASELINE, SANDBOX, ...rivals]
  const figures = new Figures()
  await measure(targets, servers, figures, options)
  say('')
  const verdicts = judge(figures, options.only)
  const report = { targets, figures, verdicts, absent, conditions: conditionsOf(options) }
  process.stdout.write(options.json ? renderJson(report) : renderMarkdown(report))
  const ownFailed = figures.failures.some(({ target }) => target === BASELINE.name || target === SANDBOX.name)
  return ownFailed || (options.assert && verdicts.some(({ isMet }) => !isMet)) ? 1 : 0
}

async function measure(targets: readonly Target[], servers: Servers, figures: Figures, options: Options): Promise<void> {
  const parts = {
    start: () => measureColdStart(targets, servers, figures, { starts: options.starts, say }),
    memory: () => measureMemory(targets, servers, figures, { runs: options.memoryRuns, requests: options.memoryRequests, say }),
    speed: () => measureSpeed(targets, servers, figures, { rounds: options.rounds, seconds: options.seconds, say }),
  }
  for (const [part, run] of Object.entries(parts)) if (options.only.some((one) => one === part)) await run()
}

const conditionsOf = ({ rounds, seconds, starts, memoryRuns }: Options) =>
  `Medians of ${rounds} rounds of ${seconds} s with 50 connections, ${starts} cold starts and ${memoryRuns} loads for the memory; Node.js ${process.version}, ${cpus().length} cores, shared with what makes the load.`

/** On a terminal a line that replaces the one before; into a pipe nothing. */
function say(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

process.exitCode = await main(process.argv.slice(2))
