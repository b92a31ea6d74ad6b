// The pages are true: their links work, and their commands, options, files and snippets exist.

import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { quote } from '../../src/ground/words.ts'
import { loadOwnContract, loadOwnScenarios } from '../../src/package-files.ts'
import { answers } from '../../src/serve/journey/journey.ts'
import { createDirectory, run } from '../support/command.ts'
import { blocksOf, pages, proseOf, ROOT, readPage, SHOWN_ORIGIN } from '../support/pages.ts'
import { start, startWithClient } from '../support/sandbox.ts'

const execute = promisify(execFile)
const blocks = pages.flatMap(blocksOf)
/** The code in the text of a page, for example `npm start`. */
const wordsOf = (page: string) => [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
const shellOf = (page: string) => blocksOf(page).flatMap(({ language, code }) => (language === 'sh' ? code.split('\n') : []))

test('the README has at most 90 lines', () => {
  expect(readPage('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90)
})

/** The words of a page without code and without the tables that are made from files. */
const countWords = (page: string) =>
  proseOf(page)
    .replaceAll(/<!-- (\S+): .*?<!-- \/\1 -->/gs, '')
    .split(/\s+/)
    .filter((word) => /\w/.test(word)).length

test('all pages together have at most 18,000 words', () => {
  const made = ['docs/reference/library.md', 'docs/reference/clients.md', 'skills/petstore-sandbox/SKILL.md']
  const counted = [...new Set([...pages, ...LINKED])].filter((page) => !made.includes(page) && page !== 'CHANGELOG.md')
  expect(counted.reduce((sum, page) => sum + countWords(page), 0)).toBeLessThanOrEqual(18_000)
})

test.each(pages)('%s says who should read it, and its blocks have known languages', (page) => {
  expect(readPage(page)).toMatch(/^# .+\n\n[^#|`]*\bfor (people|developers)\b/)
  const languages = ['sh', 'ts', 'python', 'go', 'java', 'console', 'yaml', 'powershell', 'mermaid', 'json']
  for (const block of blocksOf(page)) {
    expect(languages, `${page}:${block.line}`).toContain(block.language)
  }
})

const LINKED = [
  ...pages,
  'CHANGELOG.md',
  'bench/README.md',
  'bench/judge.md',
  'bench/performance.md',
  'build/package-readme.md',
  'skills/petstore-sandbox/SKILL.md',
]

test.each(LINKED)('every link of %s has a target', (page) => {
  const targets = [...proseOf(page).matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
  const leadsNowhere = (target: string) => {
    const [file = '', anchor] = target.split('#')
    const path = file === '' ? page : normalize(join(dirname(page), file))
    return !existsSync(join(ROOT, path)) || (anchor !== undefined && !anchorsOf(path).includes(anchor))
  }
  expect(targets.filter((target) => !target.includes('://') && leadsNowhere(target))).toEqual([])
})

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (page: string) =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

test.each(LINKED)('every file that %s names exists', (page) => {
  const files = wordsOf(page).filter((word) => /^(src|test|spec|scenarios|fixtures|docs|build|bench|\.ci)\/[\w./-]*$/.test(word))
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('the README names every operation', async () => {
  const { operations, basePath } = await loadOwnContract()
  for (const { method, path } of operations) expect(proseOf('README.md')).toContain(`\`${method} ${path.slice(basePath.length)}\``)
})

test('docs/start.md names the causes in the order in which they are asked', () => {
  const names = [...proseOf('docs/start.md').matchAll(/^\d+\. `([\w-]+)`:/gm)].map(([, name]) => name)
  expect(names).toEqual(answers.map(({ name }) => name))
})

test('CONTRIBUTING.md names every part of the journey', () => {
  const journey = readPage('src/serve/journey/journey.ts')
  const named = [...proseOf('CONTRIBUTING.md').matchAll(/^\| `(notes|answers|finishes)` \| (.*?) \|/gm)].map(
    ([, list = '', entries = '']) => [list, [...entries.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)],
  )
  const played = [...journey.matchAll(/^(?:export )?const (notes|answers|finishes): [^=]* = \[(.*?)\]/gms)].map(
    ([, list = '', entries = '']) => [list, list === 'answers' ? answers.map(({ name }) => name) : entries.match(/\w+/g)],
  )
  expect(named).toEqual(played)
})

test('CONTRIBUTING.md names every package that the sandbox imports, and the files that may', () => {
  const rows = [...proseOf('CONTRIBUTING.md').matchAll(/^\| (`.*?`) \| .*? \| (`.*`) \|$/gm)].map(([, names = '', doors = '']) => ({
    names,
    doors,
  }))
  for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    for (const [, name = ''] of readPage(`src/${file}`).matchAll(/^import (?!type\b).*from '((?:@[\w-]+\/)?[a-z][\w-]*)[^:']*'$/gm)) {
      const row = rows.find(({ names }) => names.includes(`\`${name}\``))
      expect(row, `src/${file} imports ${name}`).toBeDefined()
      const doors = [...(row?.doors ?? '').matchAll(/`([^`]+)`/g)].map(([, door = '']) => door)
      expect(
        doors.some((door) => `src/${file}`.startsWith(door)),
        `src/${file} imports ${name}`,
      ).toBe(true)
    }
  }
})

test.each(pages)('every script that %s names is one of package.json', (page) => {
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> }
  const texts = [...wordsOf(page), ...shellOf(page)]
  const named = texts.flatMap((text) => [...text.matchAll(/\bnpm (?:run ([\w-]+)|(start|test)\b)/g)])
  const strange = named.filter(([, name = '', own = '']) => !Object.hasOwn(scripts, name || own))
  expect(strange.map(([text]) => text)).toEqual([])
})

test.each(pages)('every option that %s names is one of a command', (page) => {
  const listed = [...readPage('docs/reference/options.md').matchAll(/^\| `(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) => option)
  const known = [...listed, '--help', '--version']
  const commands = [...shellOf(page), ...wordsOf(page)].filter((text) =>
    /^(npm (--silent )?start|npx|docker run .* petstore|--)/.test(text),
  )
  const named = commands.flatMap((text) => [...text.replace(/^npm.*? -- |^docker run.* petstore-sandbox/, '').matchAll(/--[a-z][\w-]*/g)])
  expect(named.map(([option]) => option).filter((option) => !known.includes(option))).toEqual([])
})

test.each(pages)('each container that %s starts is removed at its end, and each port is published to this machine only', (page) => {
  for (const command of shellOf(page).filter((text) => text.startsWith('docker run'))) expect(command).toContain(' --rm ')
  const ports = [...readPage(page).matchAll(/\S*\b4010:4010/g)].map(([text]) => text)
  expect(ports.filter((text) => !text.endsWith('127.0.0.1:4010:4010'))).toEqual([])
})

test('the call in the README gets the reply in the README', async () => {
  const code = consoleOf('$ curl -i')
  const sandbox = await start()
  const response = await fetch(`${sandbox.url}/pets?limit=2`, { headers: { authorization: 'Bearer sandbox_free' } })
  const moving = /^(date|x-ratelimit-reset|sandbox-request-id)$/
  for (const [name, value] of response.headers) {
    const line = code.split('\n').find((candidate) => candidate.toLowerCase().startsWith(`${name}: `))
    expect(line, name).toBeDefined()
    if (!moving.test(name)) expect(line?.slice(name.length + 2).replaceAll(SHOWN_ORIGIN, sandbox.origin)).toBe(value)
  }
  expect(code.endsWith(await response.text())).toBe(true)
})

test('a client as in docs/start.md gets the verdict in docs/start.md', async () => {
  const shown = consoleOf('$ url=', 'docs/start.md')
  const sandbox = await start()
  const statuses: number[] = []
  for (let call = 0; call < 3; call += 1) {
    // On a busy machine the client may need longer than the two seconds of the page.
    const url = `${sandbox.origin}/~throttled-then-ok,retry-after=600/v1/pets`
    const response = await fetch(url, { headers: { authorization: 'Bearer sandbox_free_w5' } })
    await response.text()
    statuses.push(response.status)
  }
  expect(shown).toContain(`\n${statuses.join('\n')}\n$`)
  const report = await (await fetch(`${sandbox.origin}/_sandbox/report`, { headers: { accept: 'text/plain' } })).text()
  const [, failure = ''] = /^(ADVICE .*?)\n\n/ms.exec(report) ?? []
  const steady = (text: string) => text.replaceAll(/[\d.]+ m?s\b/g, 'some time').replaceAll(/req_\w+_(\d+)/g, 'req_$1')
  expect(steady(shown).endsWith(`\n${steady(failure)}`), failure).toBe(true)
})

test('the campaign in the README comes out as shown', async () => {
  const [command = '', ...shown] = consoleOf('$ npm --silent start -- inject').split('\n')
  const words = command.replace('$ npm --silent start -- ', '').split(' ')
  const { exitCode, output } = await run(words)
  expect(exitCode).toBe(10)
  const steady = (text: string) => text.trim().replaceAll(/\d+(\.\d+)? m?s\b/g, 'some time')
  expect(steady(output)).toBe(steady(shown.join('\n')))
})

/** The block with this command and its output. */
const consoleOf = (command: string, page = 'README.md') => {
  const found = blocksOf(page).filter(({ language, code }) => language === 'console' && code.startsWith(command))
  expect(found, command).toHaveLength(1)
  return found[0]?.code ?? ''
}

test('every header of the sandbox is on a page', () => {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const headers = new Set(sources.flatMap((file) => readPage(`src/${file}`).match(/\bSandbox-[A-Z][A-Za-z-]+\b/g) ?? []))
  expect(headers).toContain('Sandbox-Cause')
  const text = pages.filter((page) => page === 'README.md' || page.startsWith('docs/')).map(proseOf)
  for (const header of headers) expect(text.join('\n')).toContain(`\`${header}`)
})

test('every page of docs/ is one link away from the README', () => {
  for (const page of pages.filter((name) => name.startsWith('docs/'))) expect(proseOf('README.md')).toContain(`](${page}`)
})

test('the switches of docs/test-error-handling.md have their effects', async () => {
  const rows = [
    ...proseOf('docs/test-error-handling.md').matchAll(/^\| (request header|`Prefer` header|base URL|control API).*? \| (.*?) \|/gm),
  ]
  expect(rows).toHaveLength(4)
  const { sandbox } = await startWithClient()
  const ask = async (base: string, headers: Record<string, string> = {}, path = '/pets/1') => {
    const response = await fetch(base + path, { headers: { authorization: 'Bearer sandbox_free_w3', ...headers } })
    expect(response.headers.get('sandbox-cause'), base).toMatch(/^scenario;name=/)
  }
  for (const example of rows.flatMap(([, , examples = '']) => [examples.match(/`[^`]+`(?: with the body `[^`]+`)?/g) ?? []].flat())) {
    const [first = '', body] = [...example.matchAll(/`([^`]+)`/g)].map(([, word]) => word)
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(first) ?? []
    if (body !== undefined) {
      const [method = '', path = ''] = first.split(' ')
      expect((await fetch(sandbox.origin + path, { method, body })).status).toBe(200)
      await ask(sandbox.url)
    } else if (first.startsWith(SHOWN_ORIGIN)) await ask(first.replace(SHOWN_ORIGIN, sandbox.origin))
    else await ask(sandbox.url, { [name]: value }, value.startsWith('example=') ? '/pets' : '/pets/1')
  }
})

test('the scenarios that docs/start.md starts with are in the catalogue, with these parameters', async () => {
  const catalogue = await loadOwnScenarios([])
  const [, table = ''] = /## Scenarios\n(.*?)\n## /s.exec(proseOf('docs/start.md')) ?? []
  const rows = [...table.matchAll(/^\| `([a-z-]+)(?:;([\w-]+)=(\d+))?` \|/gm)]
  expect(rows).toHaveLength(5)
  for (const [, name = '', parameter, value] of rows) {
    const found = catalogue.list().find((scenario) => scenario.name === name)
    expect(found, name).toBeDefined()
    if (parameter) expect(String(found?.parameters[parameter]?.default)).toBe(value)
  }
})

test('the example of an own scenario is a valid scenario', async () => {
  const [{ code = '' } = {}] = blocksOf('docs/reference/scenarios.md').filter(({ language }) => language === 'yaml')
  const directory = await createDirectory()
  await writeFile(join(directory, 'maintenance.yaml'), code)
  expect((await loadOwnScenarios([directory], { alone: true })).list()).toHaveLength(1)
})

test('the snippets for CI match the image', () => {
  const dockerfile = readPage('Dockerfile')
  const [, port = ''] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? []
  const [, volume = ''] = /^VOLUME (\S+)$/m.exec(dockerfile) ?? []
  const image = 'petstore-sandbox'
  const ports = [`127.0.0.1:${port}:${port}`]
  const actions = { jobs: { test: { services: { petstore: { image, ports } } } } }
  const variables = { PETSTORE_BASE_URL: `http://petstore:${port}/v1` }
  const expected: Readonly<Record<string, unknown>> = {
    'GitHub Actions': actions,
    '.gitlab-ci.yml': { test: { services: [{ name: image, alias: 'petstore' }], variables } },
    'compose.yaml': { services: { petstore: { image, ports, volumes: [`worlds:${volume}`] } } },
  }
  const snippets = blocks.filter(
    ({ language, code }) =>
      language === 'yaml' && /^# (GitHub|\.gitlab-ci|compose)/.test(code) && code.includes(image) && !/uses: your|npx/.test(code),
  )
  expect(snippets).toHaveLength(3)
  for (const { code } of snippets) expect(parse(code)).toMatchObject(expected[code.split('\n')[0]?.slice(2) ?? ''] as object)
  const containers = blocks.filter(({ code }) => /testcontainers|GenericContainer/.test(code))
  expect(containers).toHaveLength(3)
  for (const { code } of containers) expect(code).toMatch(new RegExp(`["']${image}["'][^]*${port}`))
  expect(dockerfile).toContain('HEALTHCHECK')
})

test('the owner of the repository stands once, and the examples have it', () => {
  const { repository, version } = JSON.parse(readPage('package.json')) as { repository: { url: string }; version: string }
  const [, address = ''] = /github\.com\/(.*)\.git$/.exec(repository.url) ?? []
  const used = pages.flatMap((page) => [...readPage(page).matchAll(/uses: (\S*petstore-sandbox@\S+)/g)].map(([, name]) => name))
  expect(used).toEqual([`${address}@v${version}`])
})

test('the image is built from all files that the package copies', () => {
  const [, copied = ''] = /const COPIED = \[(.*)\]/.exec(readPage('build/package.ts')) ?? []
  const names = [...copied.matchAll(/'([^']+)'/g)].map(([, name]) => name)
  expect(names).toContain('spec')
  for (const name of names) expect(readPage('.dockerignore').split('\n')).toContain(`!${name}`)
})

test('a client that trusts the authority’s file is served over HTTPS', async () => {
  const [{ code = '' } = {}] = blocksOf('docs/ci.md').filter(({ code }) => code.includes('ca.pem'))
  const directory = await createDirectory()
  const sandbox = await start({ tls: true, data: join(directory, 'data') })
  const url = `https://localhost:${new URL(sandbox.url).port}/v1/pets`
  const headers = '{ headers: { authorization: "Bearer sandbox_free" } }'
  await writeFile(join(directory, 'client.js'), `fetch("${url}", ${headers}).then((response) => console.log(response.status))`)
  const request = `urllib.request.Request("${url}", headers={"Authorization": "Bearer sandbox_free"})`
  await writeFile(join(directory, 'client.py'), `import urllib.request\nprint(urllib.request.urlopen(${request}).status)`)
  const [first, ...clients] = code.split('\n')
  expect(first).toBe('npm start -- --tls')
  expect(clients).toHaveLength(3)
  for (const line of clients) {
    const shell = line.replace('https://localhost:4010/v1/pets', url).replace(' node ', ` ${quote(process.execPath)} `)
    const { stdout } = await execute('bash', ['-euc', shell], { cwd: directory })
    expect(stdout, line).toMatch(/^(\[\{"id":1,|200\n)/)
  }
})
