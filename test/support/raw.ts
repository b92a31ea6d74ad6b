// A client that sends and shows raw bytes, for requests and replies that other clients do not allow.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'

export interface RawClient {
  readonly socket: Socket
  /** All bytes that have arrived so far. */
  readonly text: () => string
  send(text: string | Uint8Array): void
  /** Resolves with how the connection ended: `closed`, or the code of the error. */
  readonly ended: Promise<string>
}

/** Connects to a sandbox; the connection ends with the test. */
export function connectRaw(origin: string): RawClient {
  const { hostname: host, port, protocol } = new URL(origin)
  let text = ''
  const socket = protocol === 'https:' ? connectTls(Number(port), host, { rejectUnauthorized: false }) : connect(Number(port), host)
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  const ended = new Promise<string>((resolve) => {
    let end = 'closed'
    socket.on('error', (error: NodeJS.ErrnoException) => (end = String(error.code)))
    socket.on('close', () => resolve(end))
  })
  onTestFinished(() => {
    socket.destroy()
  })
  return { socket, text: () => text, send: (bytes) => socket.write(bytes), ended }
}

/** Sends bytes, and resolves with all that came back when the connection has ended. */
export async function sendRaw(origin: string, bytes: string | Uint8Array): Promise<string> {
  const { send, ended, text } = connectRaw(origin)
  send(bytes)
  await ended
  return text()
}

/** The same, for bytes that may never become a request: the client also ends its side. */
export async function endRaw(origin: string, bytes: string): Promise<string> {
  const { socket, ended, text } = connectRaw(origin)
  socket.end(bytes, 'latin1')
  await ended
  return text()
}

/** The head of a request; further header lines may follow it. */
export const head = (method: string, path: string, key = 'sandbox_free_w1') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`

/** One reply in the bytes of a raw client. */
export interface RawReply {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Splits bytes into replies by their Content-Length. Interim replies have no body. */
export function repliesIn(text: string): RawReply[] {
  const replies: RawReply[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = new Headers(
      lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    )
    const length = Number(headers.get('content-length') ?? 0)
    replies.push({ status: Number(first.split(' ')[1]), headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return replies
}

/** The sockets of the server for all connections from now on. */
export function watchConnections(): Socket[] {
  const sockets: Socket[] = []
  const note = (message: unknown) => sockets.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', note)
  onTestFinished(() => {
    unsubscribe('net.server.socket', note)
  })
  return sockets
}
