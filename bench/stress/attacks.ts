// The attacks as a table. Each attack ends by itself, and returns a line that says what it did.

import type { Attack } from './attack.ts'
import { endurance } from './endurance.ts'
import { obeyHeaders } from './obedient.ts'
import { attackWithPatches } from './patches.ts'
import { connectAll, createPets, flood, PATIENCE_MS, requestOf, waitFor } from './sockets.ts'
import { waiting } from './waiting.ts'

const KIB = 1024
const MIB = 1024 * KIB

export const attacks: Readonly<Record<string, Attack>> = {
  'unread-lists': {
    summary: '500 connections pipeline 50 lists of 300 KB each, and read nothing',
    prepare: (origin) => createPets(origin, 'unread', { count: 100, bytes: 3 * KIB }),
    run: (origin) => readNothing(origin, 500, requestOf('GET', '/v1/pets?limit=100', 'unread'), 50),
  },
  'unread-pages': {
    summary: '1,000 connections ask for one list of 6 MB each, and read nothing',
    prepare: (origin) => createPets(origin, 'pages', { count: 100, bytes: 60 * KIB }),
    run: (origin) => readNothing(origin, 1000, requestOf('GET', '/v1/pets?limit=100', 'pages'), 1),
  },
  'slow-readers': {
    summary: '60 clients read a list of 6 MB, slowly',
    prepare: (origin) => createPets(origin, 'slow', { count: 100, bytes: 60 * KIB }),
    run: async (origin) => {
      const sockets = await connectAll(origin, 60)
      let bytes = 0
      for (const socket of sockets) {
        socket.pause().write(requestOf('GET', '/v1/pets?limit=100', 'slow'))
        socket.on('data', (chunk) => {
          bytes += chunk.length
          socket.pause()
        })
      }
      const reading = setInterval(() => {
        for (const socket of sockets) socket.resume()
      }, 100)
      await waitFor(2 * PATIENCE_MS)
      clearInterval(reading)
      for (const socket of sockets) socket.destroy()
      return `read ${Math.round(bytes / MIB)} MiB`
    },
  },
  'unread-control': {
    summary: '200 connections ask the control API for 12 MB of data, for the journal as HAR, and for events, and read nothing',
    prepare: (origin) => createPets(origin, 'driven', { count: 200, bytes: 60 * KIB }),
    run: async (origin) => {
      const paths = ['/_sandbox/worlds/driven/data', '/_sandbox/requests.har', '/_sandbox/requests', '/_sandbox/events']
      const sockets = await connectAll(origin, 200)
      for (const [index, socket] of sockets.entries()) {
        socket.pause().write(requestOf('GET', paths[index % paths.length] ?? '', 'driven').repeat(10))
      }
      await flood(origin, 8, requestOf('GET', '/v1/pets/5', 'driven'))
      for (const socket of sockets) socket.destroy()
      return `sent ${200 * 10} requests`
    },
  },
  'hard-json': {
    summary: '16 connections send bodies of 60 KB that are slow to parse',
    run: (origin) => flood(origin, 16, requestOf('POST', '/v1/pets', 'hard', `{"name":[${'1e308,'.repeat(10_000)}1]}`)),
  },
  'small-values': {
    summary: '16 connections send bodies of 60 KB with many small values',
    run: (origin) => flood(origin, 16, requestOf('POST', '/v1/pets', 'small', `{"name":[${'{},'.repeat(20_000)}{}]}`)),
  },
  'many-worlds': {
    summary: '32 connections call a new world with each request',
    run: (origin) => {
      let count = 0
      return flood(origin, 32, () => {
        count += 1
        return requestOf('POST', '/v1/pets', `many${count}`, JSON.stringify({ name: 'x'.repeat(10 * KIB), categoryId: 1 }))
      })
    },
  },
  'many-callers': {
    summary: '32 connections send requests that all differ: world, User-Agent, test case, path and a query of 6 KB',
    run: (origin) => {
      let count = 0
      return flood(origin, 32, () => {
        count += 1
        const path = `/v1/pets?limit=1&${'x'.repeat(6 * KIB)}=${count}`
        const headers = `User-Agent: client${count}/1.0\r\nSandbox-Case: "case ${count} ${'x'.repeat(1000)}"\r\nX-Try: ${count}\r\n`
        return requestOf('GET', path, `caller${count % 3000}`).replace('\r\n\r\n', `\r\n${headers}\r\n`)
      })
    },
  },
  'full-journals': {
    summary: '32 connections fill the journals of 1,000 worlds with refused bodies of 60 KB',
    run: (origin) => {
      let count = 0
      const body = JSON.stringify({ name: 'x'.repeat(60 * KIB) })
      return flood(origin, 32, () => {
        count += 1
        return requestOf('POST', '/v1/pets', `full${count % 1000}`, body)
      })
    },
  },
  patches: {
    summary: '16 connections read a list that scenarios change with large patches',
    run: attackWithPatches,
  },
  obedient: {
    summary: '20 clients obey X-RateLimit-Reset or Retry-After, and must never be refused after their wait',
    run: obeyHeaders,
  },
  waiting,
  endurance: {
    summary: 'mixed calls at full rate, for --minutes',
    run: endurance,
  },
}

async function readNothing(origin: string, connections: number, request: string, times: number): Promise<string> {
  const sockets = await connectAll(origin, connections)
  for (const socket of sockets) socket.pause().write(request.repeat(times))
  await waitFor(PATIENCE_MS)
  for (const socket of sockets) socket.destroy()
  return `sent ${connections * times} requests`
}
