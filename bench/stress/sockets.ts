// Opens raw connections, and sends the requests of attacks.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEY } from '../targets.ts'

/** The duration of an attack. */
export const PATIENCE_MS = 15_000

export const waitFor = (ms: number) => sleep(ms)

export function requestOf(method: string, path: string, world: string, body = ''): string {
  const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${KEY}_${world}\r\n${length}\r\n${body}`
}

export async function connectAll(origin: string, count: number): Promise<Socket[]> {
  const { port, hostname } = new URL(origin)
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // The sandbox may close a connection that misbehaves.
  for (const socket of sockets) socket.on('error', () => {})
  return sockets
}

/** Fills a world with animals. Their names have this many bytes. */
export async function createPets(origin: string, world: string, { count, bytes }: { count: number; bytes: number }): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const response = await fetch(`${origin}/v1/pets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}_${world}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(bytes), categoryId: 1 }),
    })
    if (response.status !== 201) throw new Error(`an animal was not created: ${response.status} ${(await response.text()).slice(0, 200)}`)
    await response.arrayBuffer()
  }
}

/** Sends a request again and again over these connections. Each connection sends its next request when it has a reply. */
export async function flood(origin: string, connections: number, request: string | (() => string)): Promise<string> {
  const next = typeof request === 'string' ? () => request : request
  const sockets = await connectAll(origin, connections)
  const statuses = new Map<string, number>()
  for (const socket of sockets) {
    socket.setEncoding('latin1').on('data', (text: string) => {
      const status = /HTTP\/1\.1 (\d+)/.exec(text)?.[1]
      if (status === undefined) return
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (!socket.destroyed) socket.write(next())
    })
    socket.write(next())
  }
  await waitFor(PATIENCE_MS)
  for (const socket of sockets) socket.destroy()
  return `replies: ${[...statuses].map(([status, count]) => `${count} of ${status}`).join(', ') || 'none'}`
}
