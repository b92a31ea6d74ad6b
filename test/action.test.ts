// action.yml, run as a runner of GitHub runs it: each step in a shell of its own, with the inputs as variables.

import { execFile, spawn } from 'node:child_process'
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Report } from '../src/ground/generated/report.ts'
import { createDirectory, MAIN } from './support/command.ts'
import { blocksOf, ROOT, readPage } from './support/pages.ts'
import { start } from './support/sandbox.ts'

const execute = promisify(execFile)

interface Step {
  readonly shell: string
  readonly run: string
  readonly env?: Readonly<Record<string, string>>
  readonly 'working-directory'?: string
}

const action = parse(readPage('action.yml')) as {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>
  outputs: Record<string, { value: string }>
  runs: { using: string; steps: Step[] }
}

/** What a runner gives a step beside its own variables. */
interface Job {
  /** The folder of the action. */
  readonly home: string
  readonly inputs: Readonly<Record<string, string>>
  readonly directory: string
}

/** The action with the built command, which starts in a third of the time. */
async function createHome(): Promise<string> {
  const home = await createDirectory()
  for (const name of ['action', 'node_modules']) await symlink(join(ROOT, name), join(home, name))
  await symlink(dirname(MAIN), join(home, 'bin'))
  return home
}

async function runAction(given: Readonly<Record<string, string>>, home?: string) {
  const directory = await createDirectory()
  await mkdir(join(directory, 'shop'))
  const defaults = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']))
  const job = { home: home ?? (await createHome()), inputs: { ...defaults, ...given }, directory }
  for (const file of ['summary', 'output']) await writeFile(join(directory, file), '')
  let log = ''
  let code = 0
  for (const step of action.runs.steps) {
    const done = await runStep(step, job)
    log += done.log
    code = done.code
    if (code !== 0) break
  }
  const read = (name: string) => readFile(join(directory, name), 'utf8').catch(() => '')
  return { code, log, directory, summary: await read('summary'), output: await read('output'), read }
}

async function runStep(step: Step, { home, inputs, directory }: Job): Promise<{ code: number; log: string }> {
  const fill = (text: string) => text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_whole, name) => inputs[name] ?? '')
  expect([step.shell, step.run]).toEqual(['bash', expect.not.stringContaining('${{')])
  const script = join(directory, 'step.sh')
  await writeFile(script, step.run)
  const env = {
    ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)])),
    PATH: process.env.PATH,
    GITHUB_ACTION_PATH: home,
    GITHUB_WORKSPACE: directory,
    GITHUB_STEP_SUMMARY: join(directory, 'summary'),
    GITHUB_OUTPUT: join(directory, 'output'),
  }
  const cwd = join(directory, fill(step['working-directory'] ?? '.'))
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let log = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, log }))
  })
}

/** A call with curl, as a client's tests might make it. */
const CALL = `curl -sS -o "$PWD/reply" -A shop/1.0 -H "Authorization: Bearer $PETSTORE_API_KEY"`

/** The same mistake in three different requests. */
const MISTAKES = `for i in 1 2 3; do ${CALL} -H 'Content-Type: application/json' -d "{\\"name\\":5,\\"categoryId\\":$i}" "$PETSTORE_BASE_URL/pets"; done`

describe('a job', () => {
  test('of a good client passes, with summary, annotation, JUnit, JSON and outputs', async () => {
    const run = `echo '## Own summary' >> "$GITHUB_STEP_SUMMARY"\n${CALL} "$PETSTORE_BASE_URL/pets"\ngrep -q name reply`
    // As on GitHub, from the sources.
    const job = await runAction({ run }, ROOT)
    expect(job.code).toBe(0)
    expect(job.log).toMatch(/^::notice title=Pet Store client%3A passed::Rules: shown \d/m)
    expect(job.log).toMatch(/^::group::Report of the Pet Store sandbox\n┌─ PASSED ─(.|\n)*\n::endgroup::$/m)
    expect(job.summary).toMatch(/^## Own summary\n## ✅ Pet Store client: passed\n/)
    expect(job.output).toMatch(/^verdict=passed\ncoverage=[\d.]+\njunit=petstore-report.xml\njson=petstore-report.json\n$/)
    expect(await job.read('petstore-report.xml')).toMatch(/^<\?xml .*\n<testsuites name="petstore-sandbox"/)
    expect(JSON.parse(await job.read('petstore-report.json'))).toMatchObject({ verdict: 'passed', facts: { exchanges: 1 } })
  })

  test('of a bad client fails with 10, and its findings are annotations', async () => {
    const bad = MISTAKES
    const job = await runAction({ run: bad, 'working-directory': 'shop', junit: 'out/junit.xml', json: './out/report.json' })
    expect(job.code).toBe(10)
    expect(job.log).toMatch(/^::error title=Pet Store client%3A failed::/m)
    expect(job.log).toMatch(/^::error title=valid-requests/m)
    // A later step runs in the workspace.
    expect(job.output).toMatch(/^verdict=failed\ncoverage=[\d.]+\njunit=shop\/out\/junit.xml\njson=shop\/out\/report.json\n$/)
    expect(await job.read('shop/out/junit.xml')).toContain('<failure ')
  })

  test('takes what its owner says of rules, advice and coverage, whatever letters it has', async () => {
    const run = MISTAKES
    const why = `valid-requests="it's" $(touch broken) \`known\` ; & \${HOME}`
    const options = "  --limits  off --bare\r\n\n--size=3 --output 'text=my $(touch broken) report'"
    const job = await runAction({ run, exempt: `\n  \n${why}\r\n`, options })
    expect(job.code).toBe(0)
    const { findings } = JSON.parse(await job.read('petstore-report.json')) as Report
    expect(findings.find(({ rule }) => rule === 'valid-requests')?.exempted).toBe(why.slice('valid-requests='.length))
    expect(await job.read('broken')).toBe('')
    expect(await job.read('my $(touch broken) report')).toMatch(/^┌─ PASSED/)
    expect((await runAction({ run, exempt: why, 'min-coverage': '100' })).code).toBe(11)
    const refused = await runAction({ run, ignore: why })
    expect([refused.code, refused.log]).toEqual([2, expect.stringContaining('--ignore was removed in 0.3: use --exempt')])
  })

  test('whose tests fail ends with their code, at the first command that fails', async () => {
    const job = await runAction({ run: `${CALL} "$PETSTORE_BASE_URL/pets"\necho reached\n(exit 7) | true\necho not reached` })
    expect(job.code).toBe(7)
    expect(job.summary).toContain('Pet Store client: passed')
    expect(job.log).toMatch(/^reached$/m)
    expect(job.log).not.toContain('not reached')
  })

  test('with inject examines the client with one fault at one call each time', async () => {
    const create = `${CALL} -f -X POST -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}' "$PETSTORE_BASE_URL/pets"`
    const job = await runAction({
      // A refused call ends curl with 22, and is not sent again.
      run: `${create} || { test $? != 22 && ${create}; }`,
      inject: 'true',
      options: '--faults lost-reply\n--timeout 20',
    })
    expect(job.code).toBe(10)
    expect(job.log).toMatch(/^::error title=no-blind-create-retry · createPet#1 × lost-reply::/m)
    expect(job.summary).toContain('| createPet#1 | TWICE |')
    expect(job.output).toMatch(/^verdict=failed\ncoverage=[\d.]+\njunit=/)
    expect(await job.read('petstore-report.xml')).toContain('tests="2" failures="2"')
  })

  test('with a wrong option fails with 2 and has no verdict', async () => {
    const job = await runAction({ run: 'true', 'fail-on': 'nothing' })
    expect([job.code, job.output, job.summary]).toEqual([2, '', ''])
    expect(job.log).toContain('--fail-on must be one of fail, advice')
  })

  test('whose options have a quote without an end fails with 2 and says so', async () => {
    const job = await runAction({ run: 'true', options: "--key 'free:mine" })
    expect([job.code, job.output]).toEqual([2, ''])
    expect(job.log).toMatch(/^::error title=.*::the input options has a quote without an end$/m)
  })
})

test('every input is described, handed to the script, and used by it', () => {
  const [, run] = action.runs.steps
  const script = readPage('action/run.sh')
  for (const [name, { description }] of Object.entries(action.inputs)) {
    expect(description).toMatch(/\S/)
    if (name === 'working-directory') continue
    const variable = `INPUT_${name.toUpperCase().replaceAll('-', '_')}`
    expect(run?.env?.[variable]).toBe(`\${{ inputs.${name} }}`)
    expect(script).toContain(`$${variable}`)
  }
  expect([...script.matchAll(/\$\{?(INPUT_\w+)/g)].map(([, name = '']) => name).filter((name) => !(name in (run?.env ?? {})))).toEqual([])
  expect(action.runs.using).toBe('composite')
})

describe('the snippets of docs/ci.md', () => {
  const snippets = blocksOf('docs/ci.md').filter(({ language }) => language === 'yaml')

  test('use inputs that the action has, and give those that it requires', () => {
    const [github] = snippets.filter(({ code }) => code.startsWith('# .github/'))
    const { jobs } = parse(github?.code ?? '') as { jobs: { test: { steps: { uses?: string; with?: Record<string, unknown> }[] } } }
    const given = Object.keys(jobs.test.steps.find(({ uses }) => uses?.includes('petstore-sandbox'))?.with ?? {})
    const required = Object.entries(action.inputs).filter(([, input]) => input.required === true)
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(given))
    expect(given).toEqual(expect.arrayContaining(required.map(([name]) => name)))
  })

  test('for GitLab do what they say: the report as text and as JUnit, and a verdict that fails the job', async () => {
    const [, service] = snippets.filter(({ code }) => code.startsWith('# .gitlab-ci'))
    const { test: job } = parse(service?.code ?? '') as { test: { script: string[]; after_script: string[] } }
    const sandbox = await start()
    const directory = await createDirectory()
    const shell = (lines: readonly string[]) =>
      execute('bash', ['-eo', 'pipefail', '-c', lines.join('\n').replaceAll('http://petstore:4010', sandbox.origin)], { cwd: directory })
    const judging = job.script.filter((line) => /report/.test(line))
    expect(judging).toHaveLength(2)
    await expect(shell(judging)).rejects.toMatchObject({ code: 1 })
    await (await fetch(`${sandbox.url}/pets`, { headers: { authorization: 'Bearer sandbox_free' } })).text()
    await shell(judging)
    await shell(job.after_script)
    expect(await readFile(join(directory, 'report.xml'), 'utf8')).toContain('<testsuites name="petstore-sandbox"')
  })
})

test('an interrupted installation is made again, and a whole one is kept', async () => {
  const directory = await createDirectory()
  for (const folder of ['action', 'bin', 'node_modules/.bin']) await mkdir(join(directory, folder), { recursive: true })
  const install = join(directory, 'action/install.sh')
  await copyFile(join(ROOT, 'action/install.sh'), install)
  await writeFile(join(directory, 'bin/npm'), '#!/bin/sh\necho "npm $*"\n', { mode: 0o755 })
  const run = async () => (await execute('bash', [install], { env: { PATH: `${join(directory, 'bin')}:${process.env.PATH}` } })).stdout
  await writeFile(join(directory, 'node_modules/.bin/node'), '')
  expect(await run()).toMatch(/^npm ci --omit=dev /)
  await writeFile(join(directory, 'node_modules/.package-lock.json'), '{}')
  expect(await run()).toBe('The sandbox is installed already.\n')
})

describe('the scripts', () => {
  const scripts = ['action/install.sh', 'action/run.sh']

  test.each(scripts)('%s is accepted by bash', async (file) => {
    await expect(execute('bash', ['-n', join(ROOT, file)])).resolves.toMatchObject({ stdout: '' })
  })

  test.for(scripts)('%s is accepted by shellcheck', async (file, { skip }) => {
    const isThere = await execute('shellcheck', ['--version']).then(
      () => true,
      () => false,
    )
    skip(!isThere, 'shellcheck is not installed')
    await expect(execute('shellcheck', [join(ROOT, file)])).resolves.toEqual({ stdout: '', stderr: '' })
  })
})
