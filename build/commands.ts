// The subcommands of the npm scripts: `npm test -- browser` runs the tests of the console in a browser. Without the name of a
// subcommand, the script runs its usual command, which gets all arguments.

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { argv, env, execPath, exit, stderr } from 'node:process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const vitest = (...args: string[]) => [VITEST, 'run', ...args]

/** The arguments of Node.js, by script and subcommand. */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  test: {
    '': vitest(),
    browser: ['test/browser/run.ts'],
    clients: ['test/clients/run.ts'],
    examples: ['test/examples/run.ts'],
    inject: ['test/clients/inject.ts'],
    languages: vitest('--config', 'test/languages/vitest.config.ts'),
    mutants: ['test/mutation/mutate.ts'],
    schemathesis: ['test/schemathesis/run.ts'],
    package: vitest('--config', 'test/package/vitest.config.ts'),
  },
  docs: {
    '': ['build/docs.ts'],
    browser: ['test/browser/run.ts'],
    clients: ['test/clients/run.ts'],
    inject: ['test/clients/inject.ts'],
  },
  bench: {
    '': ['bench/bench.ts'],
    judge: ['bench/judge.ts'],
    inject: ['bench/inject.ts'],
    parse: ['bench/parse.ts'],
  },
  stress: {
    '': ['bench/stress/stress.ts'],
    kills: ['bench/stress/kills.ts'],
    random: ['bench/stress/random.ts'],
    replicas: ['bench/stress/replicas/main.ts'],
  },
}

const [script = '', name = '', ...rest] = argv.slice(2)
if (script === 'docs' && rest.length > 0) {
  stderr.write(`npm run docs -- ${name} takes no names: a page has all of them\n`)
  exit(2)
}
const table = COMMANDS[script] ?? {}
const isNamed = name !== '' && Object.hasOwn(table, name)
const args = [...(table[isNamed ? name : ''] ?? []), ...(isNamed ? rest : argv.slice(3))]
// The tests that compare a page with its sources write the page when this variable is set.
const writes = script === 'docs' ? { UPDATE_DOCS: '1' } : {}
const { status } = spawnSync(execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...env, ...writes } })
exit(status ?? 1)
