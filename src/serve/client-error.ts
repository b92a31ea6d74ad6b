// Answers requests that Node.js's parser refuses or that arrive too slowly. The refusal is sent after the replies to
// earlier requests of the connection, and then the connection ends. When only the body is broken, the request's own journey
// answers.

import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { renderJson } from '../contract/json/json.ts'
import type { Count } from '../ground/generated/control.ts'
import { messageOf, Problem } from '../ground/problem.ts'
import { endGently } from '../ground/sockets/end-connection.ts'
import { breakBody } from '../ground/sockets/receive-body.ts'
import { lastOn } from './journey/connections.ts'
import { limitHeaders } from './journey/headers.ts'
import { isHead, type ParserError, problemOf } from './parser-problem.ts'
import type { HttpParts } from './parts.ts'

/** Errors of the parser and of its timeouts. All other errors mean that the connection broke. */
const ANSWERED = /^(HPE|ERR_HTTP)_/

export function createClientErrors({ connections, worlds, renderProblem, bare, notify }: HttpParts) {
  /** Such a request never becomes an exchange. Its reply shows the limits of its address in the world `default`. */
  async function count(address: string): Promise<Count> {
    const world = worlds.enterLive('default') ?? (await worlds.enter('default'))
    const result = world.session.limits.countAddress(address)
    worlds.leave(world)
    return result
  }

  /** Answers after the replies under way, and ends the connection. The reply to a HEAD has no body (RFC 9110 §9.3.2). */
  async function refuse(problem: Problem, socket: Socket, hasBody: boolean): Promise<void> {
    const last = lastOn(socket, connections.of(socket))
    const address = socket.remoteAddress ?? ''
    const text = renderJson(renderProblem(problem))
    const headers = { 'Content-Type': 'application/json', ...problem.headers, 'Content-Length': String(Buffer.byteLength(text)) }
    try {
      limitHeaders({ exchange: { count: await count(address) } }, { headers })
    } catch (error) {
      notify(messageOf(error))
      return void socket.destroy()
    }
    await over(last, socket)
    notify(`${problem.status} to ${address}: ${problem.message}`)
    if (!socket.writable) return
    const cause = bare ? {} : { 'Sandbox-Cause': 'http' }
    socket.write(renderHead(problem.status, { ...headers, ...cause, Connection: 'close' }) + (hasBody ? text : ''))
    endGently(socket)
  }

  /** The journey of the request gives the refusal, because it is still reading the body. After the reply the connection ends. */
  function refuseBody(problem: Problem, socket: Socket, last: ServerResponse<IncomingMessage>, isEnded: boolean): void {
    breakBody(last.req, { problem, isEnded })
    void over(last, socket).then(() => endGently(socket))
  }

  return {
    /** Handles the server's event `clientError`. */
    clientError(error: ParserError, socket: Socket): void {
      const { code = '' } = error
      if (!ANSWERED.test(code) || !socket.writable) return void socket.destroy()
      // When the sandbox itself has paused the connection, the delay is not the client's fault.
      const connection = connections.of(socket)
      if (connection.isRefused || (code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.isPaused())) return
      connection.isRefused = true
      const last = lastOn(socket, connection)
      // The replies to earlier requests are still sent, and then the connection ends.
      if (code === 'HPE_CLOSED_CONNECTION') notify(`dropped the bytes that ${socket.remoteAddress} sent after Connection: close`)
      else if (last === undefined || last.req.complete) void refuse(problemOf(error, false), socket, !isHead(error))
      else refuseBody(problemOf(error, true), socket, last, code === 'HPE_INVALID_EOF_STATE')
    },
    /** Handles CONNECT. It is always refused, because the sandbox is not a proxy. */
    connect(_request: IncomingMessage, socket: Socket): void {
      // Node.js no longer handles the errors of this connection.
      socket.on('error', () => socket.destroy())
      const problem = new Problem('not_implemented', 'CONNECT is for proxies, and the sandbox is not a proxy: send GET or POST')
      void refuse(problem, socket, true)
    },
  }
}

/** Resolves when the response is finished or the connection is closed. */
async function over(response: ServerResponse | undefined, socket: Socket): Promise<void> {
  if (response === undefined || response.closed || socket.destroyed) return
  await Promise.race([once(response, 'close'), once(socket, 'close')]).catch(() => {})
}

const renderHead = (status: number, headers: Readonly<Record<string, string>>) =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${Object.entries(headers).reduce((text, [name, value]) => `${text}${name}: ${value}\r\n`, '')}\r\n`
