// Asks a server whether a sandbox runs there, without a handle. The sandbox may not be ready yet, or may use the other scheme.

import type { Problem } from '../ground/problem.ts'
import { BASE, readAddress } from './address.ts'
import { createTransport, NOBODY } from './transport.ts'

/** Asks once. The whole reply must come within `patience` seconds. Rejects with a Problem. */
export async function askHealth(origin: string, patience = 5): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const transport = await createTransport(readAddress(origin), { isTrusted: true })
  try {
    const reply = await transport.send({ method: 'GET', path: `${BASE}/health`, signal: AbortSignal.timeout(patience * 1000) })
    return { status: reply.statusCode, text: await transport.readText(reply) }
  } finally {
    transport.close()
  }
}

/** Says that a server uses the other scheme (HTTP or HTTPS), if one answers there. The Problem is that of the first scheme. */
export async function describeOtherScheme(origin: string, { cause }: Problem): Promise<string | undefined> {
  if (NOBODY.includes(String((cause as NodeJS.ErrnoException).code))) return undefined
  const [other, scheme] = origin.startsWith('http:')
    ? [origin.replace('http', 'https'), 'HTTPS']
    : [origin.replace('https', 'http'), 'plain HTTP']
  return askHealth(other).then(
    () => `${origin}: this server speaks ${scheme}: its address is ${other}`,
    () => undefined,
  )
}
