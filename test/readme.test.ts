// The README says what is so: its table of assumptions is the contract's, and what it shows comes out.

import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadContract } from '../src/contract/contract.ts'
import { loadOwnScenarios } from '../src/package-files.ts'
import { createDirectory } from './support/command.ts'
import { start } from './support/sandbox.ts'

const README = new URL('../README.md', import.meta.url)
const SPEC = new URL('../spec/openapi.yaml', import.meta.url)

async function checkTable(marker: string, head: string[], rows: string[][]): Promise<void> {
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
  const text = await readFile(README, 'utf8')
  const updated = text.replace(
    new RegExp(`(<!-- ${marker}: .*? -->\n).*?(<!-- /${marker} -->)`, 's'),
    (_whole, begin, end) => `${begin}${table}\n${end}`,
  )
  if (process.env.UPDATE_README) await writeFile(README, updated)
  else expect(text, 'UPDATE_README=1 npm test writes it anew').toBe(updated)
}

test('the table of assumptions is the contract’s', async () => {
  const { assumptions } = await loadContract(SPEC.pathname)
  await checkTable(
    'assumptions',
    ['assumption', 'what the sandbox does', 'why'],
    assumptions.map(({ id, choice, why }) => [id, choice, why]),
  )
})

test('the table of scenarios is the catalogue’s', async () => {
  const scenarios = (await loadOwnScenarios([])).list()
  const rows = scenarios.map(({ name, summary, parameters }) => {
    const values = Object.entries(parameters).map(([parameter, rule]) => `\`${parameter}=${rule.default}\` ${rule.description}`)
    return [`\`${name}\``, summary, values.join('; ')]
  })
  await checkTable('scenarios', ['scenario', 'what the client sees', 'parameters, with their defaults'], rows)
})

test('every assumption has an id of its own', async () => {
  const { assumptions } = await loadContract(SPEC.pathname)
  expect(new Set(assumptions.map(({ id }) => id)).size).toBe(assumptions.length)
})

test('the call that it shows is answered as it shows', async () => {
  const text = await readFile(README, 'utf8')
  const [, shown = ''] = /```console\n(.*?)\n```/s.exec(text) ?? []
  const sandbox = await start()
  const response = await fetch(`${sandbox.url}/pets?limit=2`, { headers: { authorization: 'Bearer sandbox_free' } })
  const moving = /^(date|x-ratelimit-reset|sandbox-request-id)$/
  for (const [name, value] of response.headers) {
    const line = shown.split('\n').find((candidate) => candidate.toLowerCase().startsWith(`${name}: `))
    expect(line, name).toBeDefined()
    if (!moving.test(name)) expect(line?.slice(name.length + 2).replaceAll('http://127.0.0.1:4010', sandbox.origin)).toBe(value)
  }
  expect(shown.endsWith(await response.text())).toBe(true)
})

/** The code blocks of the section on scenarios, with the address of this sandbox in them. */
async function examplesOf(language: string, origin: string): Promise<string[]> {
  const section = /### Does my client(.*?)### A scenario of your own/s.exec(await readFile(README, 'utf8'))?.[1] ?? ''
  return [...section.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, 'gs'))].map(([, code = '']) =>
    code.replaceAll('http://127.0.0.1:4010', origin),
  )
}

test.each([
  ['sh', 'bash', ['-c'], ['rate_limited', '"id":17']],
  ['ts', process.execPath, ['--input-type=module-typescript', '-e'], ['15', '17']],
  ['python', 'python3', ['-c'], ['15', '17']],
])('the examples in %s do what they say', async (language, program, args, results) => {
  if (language === 'python' && spawnSync('python3', ['-c', 'import urllib3']).status !== 0) return
  const sandbox = await start()
  const examples = await examplesOf(language, sandbox.origin)
  expect(examples).toHaveLength(results.length)
  for (const [index, code] of examples.entries()) {
    const { stdout } = await promisify(execFile)(program, [...args, code], { cwd: new URL('..', import.meta.url) })
    expect(stdout).toContain(results[index])
  }
})

test('what it shows for CI fits the image', async () => {
  const text = await readFile(README, 'utf8')
  const dockerfile = await readFile(new URL('../Dockerfile', import.meta.url), 'utf8')
  const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? []
  const [, volume] = /^VOLUME (\S+)$/m.exec(dockerfile) ?? []
  const files = [...text.matchAll(/```yaml\n# (.*?)\n(.*?)\n```/gs)].map(([, title, yaml = '']) => [title, parse(yaml)])
  expect(Object.fromEntries(files)).toMatchObject({
    'GitHub Actions': { jobs: { test: { services: { petstore: { image: 'petstore-sandbox', ports: [`${port}:${port}`] } } } } },
    GitLab: {
      test: { services: [{ name: 'petstore-sandbox', alias: 'petstore' }], variables: { PETSTORE_BASE_URL: `http://petstore:${port}/v1` } },
    },
    'compose.yaml': { services: { petstore: { ports: [`${port}:${port}`], volumes: [`worlds:${volume}`] } } },
  })
})

test('the scenario of one’s own is one', async () => {
  const [, yaml = ''] = /```yaml\n(.*?)\n```/s.exec(await readFile(README, 'utf8')) ?? []
  const directory = await createDirectory()
  await writeFile(join(directory, 'maintenance.yaml'), yaml)
  expect((await loadOwnScenarios([directory], { alone: true })).list()).toHaveLength(1)
})
