// Servers that are not a sandbox, or are broken or hostile. The caller soon gets one sentence, and nothing else.

import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createTransport, readAddress } from '../../src/client/transport.ts'
import { EventParser } from '../../src/ground/event-parser.ts'
import { connectSandbox, SandboxError, StartError } from '../../src/sandbox.ts'
import { run, runHere } from '../support/command.ts'
import { listen } from '../support/serve.ts'

/** A server of bytes, which answers each connection as the test wants it. */
const serve = (answer: (socket: Socket, head: string) => void) =>
  listen(createServer((socket) => socket.on('error', () => {}).on('data', (data) => answer(socket, String(data)))))

const answerJson = (value: unknown, status = '200 OK') => {
  const text = JSON.stringify(value)
  return `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

const INDEX = { url: 'http://a/v1', sandbox: '1', contract: { title: 'a', version: '1' }, plans: ['free'], collections: [] }

test('a connection that ends without an answer', async () => {
  const origin = await serve((socket) => socket.end())
  await expect(connectSandbox(origin)).rejects.toThrow(StartError)
})

test('a server that is silent', async () => {
  const transport = await createTransport(readAddress(await serve(() => {})), {})
  await expect(transport.send({ method: 'GET', path: '/', patience: 0.1 })).rejects.toThrow('it was silent for 0.1 seconds')
  transport.close()
})

test('a command that never finishes is not a success', async () => {
  const patch = `import http from 'node:http'; import events from 'node:events'; http.request = () => Object.assign(new events.EventEmitter(), { end() {} })`
  const { exitCode } = await run(['health'], { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(patch)}` })
  expect(exitCode).toBe(1)
})

test('the index from which the next ones are made is valid', async () => {
  const origin = await serve((socket) => socket.write(answerJson(INDEX)))
  const sandbox = await connectSandbox(origin)
  expect(sandbox.url).toBe(`${origin}/v1`)
  await sandbox.close()
})

test.each([
  { ...INDEX, url: 'x' },
  { ...INDEX, url: undefined },
  { ...INDEX, plans: undefined },
  { ...INDEX, plans: [5] },
  { ...INDEX, sandbox: {} },
])('an index that is not valid: %j', async (index) => {
  const origin = await serve((socket) => socket.write(answerJson(index)))
  const error = await connectSandbox(origin).catch((error) => error)
  expect(error).toBeInstanceOf(StartError)
  expect(error).toMatchObject({ exitCode: 3, message: expect.stringContaining('no sandbox answers') })
})

test('a reply that is not JSON becomes a Problem', async () => {
  const origin = await serve((socket, head) =>
    socket.write(head.startsWith('GET /_sandbox/ ') ? answerJson(INDEX) : 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n{'),
  )
  expect(await runHere(['worlds', '--url', origin])).toMatchObject({
    exitCode: 3,
    errors: expect.stringContaining('does not come from a sandbox'),
  })
})

test('an answer that trickles', async () => {
  const origin = await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
    const timer = setInterval(() => socket.write('a'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const { exitCode, errors } = await runHere(['wait', '--timeout', '0.2', '--url', origin])
  expect({ exitCode, errors }).toEqual({ exitCode: 3, errors: expect.stringMatching(/no sandbox answers: .*; gave up after/) })
})

test('invalid events end the stream with a Problem', async () => {
  const origin = await serve((socket, head) => {
    if (head.startsWith('GET /_sandbox/ ')) socket.write(answerJson(INDEX))
    else socket.write('HTTP/1.1 200 OK\r\n\r\nevent: closed\ndata: {\n\n')
  })
  await using sandbox = await connectSandbox(origin)
  const events = await sandbox.events()
  const error = await events[Symbol.asyncIterator]()
    .next()
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  expect(error).toBeInstanceOf(SandboxError)
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('the events of the sandbox have ended: Expected') })
})

test('a long line of events is read in linear time, and an endless line is refused', () => {
  const parser = new EventParser()
  const part = 'x'.repeat(1000)
  const push = (count: number) => {
    for (let pushed = 0; pushed < count; pushed += 1) expect(parser.push(part)).toEqual([])
  }
  parser.push('data: ')
  push(10_000)
  expect(parser.push('\n\n')).toEqual([{ data: part.repeat(10_000) }])
  parser.push('data: ')
  expect(() => push(20_000)).toThrow('exceeded max buffer size')
})

test('an event with endless lines is refused', () => {
  const parser = new EventParser()
  expect(() => {
    for (let pushed = 0; pushed < 20_000; pushed += 1) parser.push(`data: ${'x'.repeat(1000)}\n`)
  }).toThrow('exceeded max buffer size')
})
