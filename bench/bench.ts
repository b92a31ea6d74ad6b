// `npm run bench`: compares the sandbox with bare Koa and with its rivals. This file has the order of the measurements. targets.ts
// and rivals/ have the servers that are compared, and goals.ts has the goals.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CASES, CONNECTIONS, FIGURE } from './cases.ts'
import { measureColdStart } from './cold-start.ts'
import type { Context } from './context.ts'
import { type Cores, separateCores } from './cores.ts'
import { Figures } from './figures.ts'
import { judge } from './goals.ts'
import { LoadProcess } from './load/load-process.ts'
import { measureMemory } from './memory.ts'
import { measureObservers } from './observers/observers.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { createSay } from './progress.ts'
import { renderJson, renderMarkdown } from './report.ts'
import { installRivals } from './rivals/rivals.ts'
import { Servers } from './servers.ts'
import { measureSpeed } from './speed.ts'
import { BASELINE, ROOT, SANDBOX } from './targets.ts'
import { measureWorlds } from './worlds.ts'

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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
  return compare(options)
}

async function compare(options: Options): Promise<number> {
  const say = createSay()
  say('building')
  execFileSync(process.execPath, [join(ROOT, 'build', 'build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const cores = separateCores()
  const root = mkdtempSync(join(tmpdir(), 'petstore-sandbox-bench-'))
  const servers = new Servers(root, cores.prefix)
  const load = new LoadProcess()
  process.on('exit', () => {
    servers.killAll()
    load.stop()
    rmSync(root, { recursive: true, force: true })
  })
  const { rivals, absent } = options.rivals
    ? await installRivals(options.rivalsDir ?? join(root, 'rivals'), servers, say)
    : { rivals: [], absent: [] }
  const targets = [BASELINE, SANDBOX, ...rivals]
  const figures = new Figures()
  await measure({ targets, servers, load, cores, figures, say }, options)
  load.stop()
  say()
  const verdicts = judge(figures, options.only, options.memoryRequests)
  const report = { targets, figures, verdicts, absent, conditions: conditionsOf(options, cores, figures) }
  process.stdout.write(options.json ? renderJson(report) : renderMarkdown(report))
  const ownFailed = figures.failures.some(({ target }) => target === BASELINE.name || target === SANDBOX.name)
  return ownFailed || (options.assert && verdicts.some(({ outcome }) => outcome !== 'met')) ? 1 : 0
}

async function measure(context: Context, { only, starts, memoryRuns, memoryRequests, rounds, seconds }: Options): Promise<void> {
  if (only.includes('start')) await measureColdStart(context, { starts })
  if (only.includes('memory')) await measureMemory(context, { runs: memoryRuns, requests: memoryRequests })
  if (only.includes('observers')) await measureObservers(context, { rounds, seconds })
  if (only.includes('worlds')) await measureWorlds(context, { runs: memoryRuns })
  if (only.includes('speed') || only.includes('tail')) await measureSpeed(context, { parts: only, rounds, seconds })
}

function conditionsOf({ only, rounds, seconds, starts, memoryRuns }: Options, cores: Cores, figures: Figures): string[] {
  const count = (amount: number, what: string) => `${amount} ${what}${amount === 1 ? '' : 's'}`
  const counts = [
    ...(only.includes('speed') ? [`${count(rounds, 'round')} of ${seconds} s with ${CONNECTIONS} connections`] : []),
    ...(only.includes('tail') ? [`${count(rounds, 'round')} of ${seconds} s with one connection`] : []),
    ...(only.includes('start') ? [count(starts, 'cold start')] : []),
    ...(only.includes('memory') ? [`${count(memoryRuns, 'load')} for the memory`] : []),
    ...(only.includes('observers') ? [`${count(rounds, 'round')} of ${seconds} s for the observers`] : []),
    ...(only.includes('worlds') ? [`${count(memoryRuns, 'run')} for the worlds`] : []),
  ]
  const shares = CASES.flatMap(({ name }) => figures.median(BASELINE.name, FIGURE.others(name)) ?? []).map((share) =>
    Math.round(share * 100),
  )
  return [
    `Node.js ${process.version}. Medians of ${counts.join(', ')}.`,
    cores.description,
    ...(shares.length === 0
      ? []
      : [
          `Other programs used ${Math.min(...shares)} to ${Math.max(...shares)} % of these cores. More than a few per cent makes the tail slower.`,
        ]),
    ...(process.platform === 'linux' ? [] : ['Processor time can be read on Linux only, so the goals are judged by rate.']),
  ]
}

process.exitCode = await main(process.argv.slice(2))
