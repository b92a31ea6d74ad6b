// No secret of a request stands in anything that the sandbox keeps or shows: logs, journal, HAR, events, reports and replies.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDirectory, runHere } from '../support/command.ts'
import { endRaw } from '../support/raw.ts'
import { start } from '../support/sandbox.ts'
import { canaries } from './canary.ts'

const OUTPUTS: readonly (readonly [path: string, accept?: string])[] = [
  ['/_sandbox/requests'],
  ['/_sandbox/requests.har'],
  ['/_sandbox/worlds/default/requests'],
  ['/_sandbox/report', 'application/json'],
  ['/_sandbox/report', 'text/plain'],
  ['/_sandbox/report', 'text/markdown'],
  ['/_sandbox/report', 'application/junit+xml'],
  ['/_sandbox/worlds/default/data'],
  ['/_sandbox/worlds/default/scenarios'],
  ['/_sandbox/worlds'],
  ['/_sandbox/'],
]

const leaksIn = (shown: string) => canaries.filter(({ secret }) => shown.includes(secret.slice(0, 8))).map(({ position }) => position)

/** Reads the events until the request is over. */
async function readEvents(origin: string, until: string): Promise<string> {
  let shown = ''
  const { body } = await fetch(`${origin}/_sandbox/events`)
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    shown += Buffer.from(chunk)
    if (shown.includes(until)) break
  }
  return shown
}

describe.each(['json', 'text'] as const)('a secret is not shown, with a log in %s,', (format) => {
  test('by replies, records, reports, events, log and files', async () => {
    let log = ''
    const data = await createDirectory()
    const sandbox = await start({ data, log: { format, write: (line) => (log += line) } })
    const origin = new URL(sandbox.url).origin
    const events = readEvents(origin, 'the last request')
    const replies = []
    for (const { request } of canaries) replies.push(await endRaw(origin, request))
    await endRaw(origin, 'GET /v1/last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Note: the last request\r\n\r\n')
    const shown: Record<string, string> = { replies: replies.join('\n'), events: await events }
    for (const [path, accept = '*/*'] of OUTPUTS)
      shown[`${path} ${accept}`] = await (await fetch(origin + path, { headers: { accept } })).text()
    await sandbox.close()
    shown.log = log
    for (const file of await readdir(data)) shown[file] = await readFile(join(data, file), 'utf8').catch(() => '')
    expect(replies.filter((reply) => !reply.startsWith('HTTP/1.1 '))).toEqual([])
    expect(shown['/_sandbox/requests */*']).toContain('[redacted]')
    expect(log).toContain('[redacted]')
    expect(Object.entries(shown).flatMap(([output, all]) => leaksIn(all).map((position) => `${position}: in ${output}`))).toEqual([])
  })
})

test('a secret is not shown by exec', async () => {
  const file = join(await createDirectory(), 'requests.json')
  await writeFile(file, JSON.stringify(canaries.map(({ request }) => request)))
  const client = `
    const { readFileSync } = await import('node:fs'), { connect } = await import('node:net'), { text } = await import('node:stream/consumers')
    const { hostname, port } = new URL(process.env.PETSTORE_BASE_URL)
    for (const request of JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'))) await text(connect(port, hostname).end(request, 'latin1'))`
  const { output, errors } = await runHere(['exec', '--', process.execPath, '--input-type=module', '-e', client])
  expect(errors).toContain('valid-requests')
  expect(leaksIn(output + errors)).toEqual([])
})
