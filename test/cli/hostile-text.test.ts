// The commands show texts of servers and callers without an effect on the terminal. No command needs a reader of its output.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printable, printableJson, printableLines } from '../../src/ground/printable.ts'
import { createDirectory, run, runHere } from '../support/command.ts'
import { start } from '../support/sandbox.ts'
import { serveHttp } from '../support/serve.ts'

const EVIL = '##[error]##vso[x]\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eX'
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: undefined }
/** No character that a terminal obeys, and no command that a runner of CI obeys. */
const HARMLESS = /^(?!\s*::)(?!.*##\w*\[)[^\p{Cc}\p{Cf}]*$/u

const HEALTH = { status: 'ok', sandbox: EVIL, worlds: EVIL, damaged: [{ world: EVIL, reason: EVIL }] }

test.each<[string, number, object, Record<string, string>]>([
  ['worlds', 403, { code: 'forbidden', detail: EVIL }, {}],
  ['report', 403, { code: 'forbidden', detail: EVIL }, {}],
  ['worlds', 302, {}, { Location: `http://a/${EVIL.replaceAll(/[^\x80-\xff]/g, '')}2J` }],
  ['worlds', 200, { detail: EVIL }, {}],
  ['health', 503, { status: 'failed', detail: EVIL }, {}],
  ['health', 503, { status: 'failed', detail: [EVIL] }, {}],
  ['health', 200, HEALTH, {}],
  ['wait', 200, HEALTH, {}],
])('%s: an answer %i %j', async (command, status, body, headers) => {
  const origin = await serveHttp((_request, response) => response.writeHead(status, headers).end(JSON.stringify(body)))
  const { output, errors } = await runHere([command, '--url', origin], PLAIN)
  expect(output + errors).toContain(origin)
  for (const line of (output + errors).split('\n')) expect(line).toMatch(HARMLESS)
})

test.each([
  ['requests', '--world', EVIL],
  ['reset', EVIL],
  ['worlds', '--format', EVIL],
  ['worlds', `--${EVIL}`],
  [EVIL],
  ['report', '--world', EVIL],
  ['env', '--plan', EVIL],
  ['health', '--url', EVIL],
  ['start', '--limits', EVIL],
  ['start', '--scenarios', `/${EVIL}`],
])('an argument: %j', async (...args) => {
  const { origin } = await start()
  const { exitCode, output, errors } = await runHere(args, { ...PLAIN, PETSTORE_SANDBOX_URL: origin })
  expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' })
  for (const line of errors.split('\n')) expect(line).toMatch(HARMLESS)
})

test('the texts of a scenario', async () => {
  const directory = await createDirectory()
  const text = `${EVIL}\n::error::x`
  const parameters = { p: { type: 'string', default: text, description: text } }
  await writeFile(
    join(directory, 'evil.yaml'),
    JSON.stringify({ summary: text, parameters, steps: [{ respond: { status: 500, body: '$p' } }] }),
  )
  const { exitCode, output } = await runHere(['scenarios', '--check', directory], PLAIN)
  expect([exitCode, output]).toEqual([0, expect.stringContaining('evil')])
  for (const line of output.split('\n')) expect(line).toMatch(HARMLESS)
  const { origin } = await start({ scenarios: directory })
  for (const line of (await (await fetch(`${origin}/llms.txt`)).text()).split('\n')) expect(line).toMatch(HARMLESS)
})

test('text, lines and JSON lose only characters that nobody sees', () => {
  expect(printable('é\n\u001b漢\u202e 🐶')).toBe('é\\n\\x1b漢\\u{202e} 🐶')
  expect(printableLines('a\nb\r\u0007')).toBe('a\nb\\r\\x07')
  expect(printableLines('a::b\n ::c ::1 ##d')).toBe('a::b\n : :c ::1 ##d')
  const value = { '\u009b': ['\u202e', 'é', '🐶', '::error::', '###[error]', '##vso[x]'] }
  const json = printableJson(JSON.stringify(value))
  expect(json).toMatch(HARMLESS)
  expect(JSON.parse(json)).toEqual(value)
})

// One place handles this for all commands.
test('a command ends well when nobody reads its output', async () => {
  const { origin } = await start()
  expect(await run(['worlds', '--url', origin], {}, ({ stdout }) => stdout?.destroy())).toEqual({ exitCode: 0, output: '', errors: '' })
})

test('an error keeps its exit code when nobody reads it', async () => {
  const deafen = ({ stderr }: { stderr: { destroy(): void } | null }) => stderr?.destroy()
  expect((await run(['exec', '--', 'no-such-command-at-all'], {}, deafen)).exitCode).toBe(127)
})
