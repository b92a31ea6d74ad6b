// report: how it finds a sandbox, its output and files, and its exit codes.

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/ground/generated/report.ts'
import { quote } from '../../src/ground/words.ts'
import { createDirectory, MAIN, runHere } from '../support/command.ts'
import { bad, empty, good } from '../support/reports.ts'
import { start } from '../support/sandbox.ts'
import { serveHttp } from '../support/serve.ts'

/** A server that answers like a sandbox with this report, and keeps the requests that it gets. */
async function serveReport(report: unknown, status = 200) {
  const asked: Pick<IncomingMessage, 'url' | 'headers'>[] = []
  const calls = [{ operationId: 'getReport', method: 'GET', href: 'http://127.0.0.1/_sandbox/report' }]
  const index = { sandbox: '9.0.0', contract: {}, url: 'http://127.0.0.1/v1', plans: ['free'], collections: [], calls }
  const origin = await serveHttp((request, response) => {
    asked.push({ url: request.url, headers: request.headers })
    const isReport = request.url === '/_sandbox/report'
    response.statusCode = isReport ? status : 200
    response.end(JSON.stringify(isReport ? report : index))
  })
  return { asked, port: new URL(origin).port }
}

const EXEMPT = ['--exempt', 'valid-requests=mended in May', '--exempt', 'no-blind-create-retry=known']

describe('the exit code', () => {
  test.each<[string, Report, string[], number]>([
    ['a good client', good, [], 0],
    ['a bad one', bad, [], 10],
    ['a bad one whose findings are exempted', bad, EXEMPT, 0],
    ['advice that counts', bad, [...EXEMPT, '--fail-on', 'advice'], 10],
    ['little coverage', good, ['--min-coverage', '80%'], 11],
    ['enough coverage', good, ['--min-coverage', '66'], 0],
    ['a broken rule and little coverage', bad, ['--min-coverage', '80'], 10],
    ['a sandbox that nobody called', empty, ['--min-coverage', '80'], 10],
  ])('of %s', async (_name, report, args, exitCode) => {
    const { port } = await serveReport(report)
    const { errors, ...said } = await runHere(['report', '-p', port, ...args])
    expect([said.exitCode, errors]).toEqual([exitCode, ''])
    expect(said.output).toMatch(exitCode === 0 ? /^┌─ PASSED/ : /^┌─ FAILED/)
  })
})

test('a real sandbox that nobody called fails, and a client that called it is judged', async () => {
  const sandbox = await start()
  const args = ['report', '--url', sandbox.url]
  const before = await runHere(args)
  expect(before.exitCode).toBe(10)
  expect(before.output).toContain('No call of a client has ended')
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'user-agent': 'shop/1.0' }
  await (await fetch(`${sandbox.url}/pets`, { headers })).text()
  expect(await runHere(args)).toMatchObject({ exitCode: 0, output: expect.stringContaining('PASSED') })
  expect(await runHere([...args, '--world', 'w1'])).toMatchObject({ exitCode: 0, output: expect.stringMatching(/1 call in 1 world/) })
  await sandbox.world('w8').reset()
  expect(await runHere([...args, '--world', 'w8'])).toMatchObject({
    exitCode: 10,
    output: expect.stringContaining('No call of a client has ended'),
  })
  await sandbox.world('w1').delete()
  expect(await runHere([...args, '--world', 'w1']), 'the report outlives the world').toMatchObject({ exitCode: 0 })
})

describe('without a report it ends with 3 and one line', () => {
  test.each([
    [{ ...good, version: 1 }, 200, 3, 'its report has format 1, but this command reads format 3'],
    [{ code: 'unavailable', detail: 'the world is damaged' }, 503, 3, 'the world is damaged'],
  ])('%#', async (body, status, code, message) => {
    const { port } = await serveReport(body, status)
    const { exitCode, output, errors } = await runHere(['report', '-p', port])
    expect([exitCode, output, errors.split('\n').length]).toEqual([code, '', 2])
    expect(errors).toContain(message)
  })
})

/** bash warns of a language that the machine does not have. */
const QUIET = { env: { ...process.env, LC_ALL: 'C' } }

test('a reader that leaves early changes nothing', async () => {
  const { port } = await serveReport(bad)
  const command = `${quote(process.execPath)} ${quote(MAIN)} report -p ${port} --format json | true; echo "$(printf '%s ' "\${PIPESTATUS[@]}")"`
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], QUIET)
  expect([stdout, stderr]).toEqual(['10 0 \n', ''])
})

test('one format goes to standard output, and several formats go to files', async () => {
  const { port } = await serveReport(bad)
  const directory = await createDirectory()
  const [xml, text, odd] = ['a/b/report.xml', 'report.txt', 'summary'].map((name) => join(directory, name)) as [string, string, string]
  const args = ['report', '-p', port, '--output', xml, '--output', text, '--output', `markdown=${odd}`]
  const { exitCode, output } = await runHere([...args, '--format', 'github'])
  expect([exitCode, output]).toEqual([10, expect.stringMatching(/^::error title=Pet Store client%3A failed::/)])
  expect(await readFile(xml, 'utf8')).toMatch(/^<\?xml/)
  expect(await readFile(text, 'utf8')).toMatch(/^┌─ FAILED/)
  expect(await readFile(odd, 'utf8')).toMatch(/^## ❌/)
  expect((await runHere(args)).output).toMatch(/^┌─ FAILED/)
  const alone = join(directory, 'result')
  expect(await runHere(['report', '-p', port, '--format', 'junit', '--output', alone])).toMatchObject({ exitCode: 10, output: '' })
  expect(await readFile(alone, 'utf8')).toMatch(/^<\?xml/)
  expect(JSON.parse((await runHere(['report', '-p', port, '--format', 'json', ...EXEMPT])).output).findings[1].exempted).toBe('known')
})
