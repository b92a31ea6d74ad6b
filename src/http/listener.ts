// The listening socket: HTTP or HTTPS, from the first connection to the last.

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Spell, StartError } from '../replies/problem.ts'
import type { App } from './app.ts'
import type { Certificate } from './certificate.ts'

const DRAIN_MS = 1500
const SWEEP_MS = 20
/** Slower clients get 408: 10 s for the headers, 30 s for all. */
const SERVER = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
  // A request without Host is refused by the app, with the body that every refusal has.
  requireHostHeader: false,
}

/** Creates a server of HTTP, or with a certificate of HTTPS. */
export async function createListener(
  certificate: Certificate | undefined,
  { connection, request, clientError, connect }: App,
): Promise<Server> {
  // TLS is loaded for those who ask for it.
  const server =
    certificate === undefined
      ? createServer(SERVER, request)
      : (await import('node:https')).default.createServer({ ...SERVER, cert: certificate.cert, key: certificate.key }, request)
  // An expectation that is not known may be refused or ignored (RFC 9110 §10.1.1); ignored, the reply is as any other.
  server.on('checkExpectation', request)
  // Who expects `100 Continue` gets it when its body is wanted.
  server.on('checkContinue', request)
  server.on(certificate === undefined ? 'connection' : 'secureConnection', connection)
  server.on('clientError', clientError).on('connect', connect)
  // A client may end its side and still read the reply. Node.js has this property, and no documentation of it.
  return Object.assign(server, { httpAllowHalfOpen: true })
}

/** Listens. Rejects with a StartError that says what to do instead. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(new StartError((spell) => describeListenError(error, port, host, spell), 3)),
    )
    server.listen(port, host, done)
  })
}

function describeListenError({ code, message }: NodeJS.ErrnoException, port: number, host: string, spell: Spell): string {
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use: stop what listens there, or choose another with ${spell('port')} (0 picks a free one)`
  if (code === 'EACCES')
    return `port ${port} of ${host} needs rights that this process does not have: choose one above 1023 with ${spell('port')}`
  return `cannot listen on ${host}:${port}: ${message}`
}

/** `http://127.0.0.1:4010`, as a client on this machine writes it. */
export function originOf(server: Server, scheme: string, host: string): string {
  const { port } = server.address() as AddressInfo
  return `${scheme}://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Stops listening, lets requests under way end, and then closes what is left. */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  // A connection is idle once its last reply is out; a reader of events, say, once the events have ended.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  await closed
  clearTimeout(timer)
  clearInterval(sweep)
}
