// Clients of Redis or Valkey. This file is the door of node-redis, which is loaded only when worlds are kept in Redis. Nothing is
// queued while Redis is away.

import { once } from 'node:events'
import { readUserFile } from '../../../ground/regular-file.ts'

const PING_MS = 1000
/** How long Redis may say nothing, while connecting and afterwards. */
const SILENCE_MS = 3000
const MAX_RECONNECT_MS = 500

export type Client = Awaited<ReturnType<typeof createClient>>

export async function createClient(url: URL) {
  const { createClient } = await import('redis')
  const plain = new URL(url.href.replace(/^valkey/, 'redis'))
  plain.search = ''
  const client = createClient({
    url: plain.href,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, MAX_RECONNECT_MS),
      ...tlsOptions(url),
    },
  })
  // Without a listener an error would end the process. Calls tell the error anyway.
  client.on('error', () => {})
  return client
}

function tlsOptions({ protocol, searchParams }: URL) {
  if (protocol !== 'rediss:' && protocol !== 'valkeys:') return {}
  const ca = searchParams.get('ca')
  return { tls: true as const, ...(ca !== null && { ca: readUserFile(ca) }) }
}

/** node-redis tries to connect for ever. At the start, the first failure ends the attempt. */
export const connect = (client: Client) => Promise.all([once(client, 'ready'), client.connect()])
