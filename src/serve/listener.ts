// The listening socket for HTTP or HTTPS, from the first connection to the last, and whether it keeps its program running.

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { clearInterval, setInterval, setTimeout } from 'node:timers'
import { originOf } from '../client/transport.ts'
import { type OptionName, StartError } from '../ground/problem.ts'
import type { Certificate } from './certificate.ts'
import { createClientErrors } from './client-error.ts'
import { createEdge } from './edge.ts'
import { inTurn } from './journey/connections.ts'
import type { HttpParts } from './parts.ts'

const DRAIN_MS = 1500
const SWEEP_MS = 20
/** In ms. A client that is too slow with its headers, or with its whole request, gets 408. */
const SERVER = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
  // The app refuses a request without Host, with the usual body.
  requireHostHeader: false,
  // No stream for the body of a request without one: 4 % of the processor time of a GET.
  optimizeEmptyRequests: true,
  // A client may end its side and still read its replies. Without TLS, Node.js does this itself.
  allowHalfOpen: true,
}

export async function createListener(certificate: Certificate | undefined, parts: HttpParts) {
  const server =
    certificate === undefined
      ? createServer(SERVER)
      : (await import('node:https')).default.createServer({ ...SERVER, cert: certificate.cert, key: certificate.key })
  const answer = inTurn(createEdge(parts).callback(), parts.connections)
  // Whoever reads the body sends `100 Continue`. A server may ignore an unknown expectation (RFC 9110 §10.1.1).
  server.on('request', answer).on('checkContinue', answer).on('checkExpectation', answer)
  const { clientError, connect } = createClientErrors(parts)
  server.on('clientError', clientError).on('connect', connect)
  // `closeAllConnections` leaves those whose TLS handshake has not ended.
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))))
  // The HTTP side of `allowHalfOpen`. Node.js does not document this property.
  return Object.assign(server, { httpAllowHalfOpen: true, sockets })
}

/** Rejects with a StartError that says what to do instead. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(new StartError((optionName) => describeListenError(error, port, host, optionName), 3)),
    )
    server.listen(port, host, done)
  })
}

function describeListenError({ code, message }: NodeJS.ErrnoException, port: number, host: string, optionName: OptionName): string {
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use: stop the program that listens there, or choose another port with ${optionName('port')} (0 picks a free port)`
  if (code === 'EACCES')
    return `port ${port} of ${host} needs rights that this process does not have: choose a port above 1023 with ${optionName('port')}`
  return `cannot listen on ${host}:${port}: ${message}: choose an address of this machine with ${optionName('host')}`
}

/**
 * `origin` is how a client on this machine writes the server: `http://127.0.0.1:4010`. `local` is how this process reaches the server,
 * whatever names the host has.
 */
export function originsOf(server: Server, scheme: string, host: string) {
  const { address, port } = server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return { origin: originOf(scheme, name, port), local: originOf(scheme, address, port) }
}

/** Waits a short time for requests under way, and then closes the remaining connections. */
export async function drain(server: Awaited<ReturnType<typeof createListener>>): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  setTimeout(() => {
    for (const socket of server.sockets) socket.destroy()
  }, DRAIN_MS).unref()
  // A connection becomes idle when its last reply is finished, such as a stream of events.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  await closed
  clearInterval(sweep)
}

/** One for each open sandbox of this process. They share one listener, because Node.js warns of many. */
const reminders = new Set<() => void>()

/**
 * Lets the program end while the sandbox is open, unless `holds`. A test suite that forgets close() must not hang in silence, but a program
 * that serves a sandbox at a fixed port must not end. Returns the function that forgets the sandbox.
 */
export function holdProgram(server: Server, origin: string, holds: boolean): () => void {
  const remind = () => {
    if (holds) server.ref()
    const goesOn = holds ? 'so this program goes on' : 'and ends with this program'
    process.stderr.write(`petstore-sandbox: a sandbox is still open at ${origin}, ${goesOn}. To close it, call sandbox.close()\n`)
  }
  server.unref()
  server.on('connection', (socket) => socket.unref())
  if (reminders.size === 0) process.on('beforeExit', remindAll)
  reminders.add(remind)
  return () => {
    reminders.delete(remind)
    if (reminders.size === 0) process.off('beforeExit', remindAll)
  }
}

/** Called when the program has nothing else to do. */
function remindAll(): void {
  for (const remind of reminders) remind()
  reminders.clear()
  process.off('beforeExit', remindAll)
}
