// Reads the body of a call, up to a maximum size.

import type { Context } from 'koa'
import { Problem } from '../errors/problem.ts'
import type { WaitForBudget } from '../sockets/loop-budget.ts'
import { isExpecting, receiveBody } from '../sockets/receive-body.ts'

/**
 * Throws a Problem when the body is too large. A client that waits for "100 Continue" then does not send the body. Rejects
 * when the client leaves before the end of the body.
 */
export async function readBody(
  { req, res }: Pick<Context, 'req' | 'res'>,
  maxBytes: number,
  waitForBudget: WaitForBudget,
): Promise<Uint8Array> {
  if (isExpecting(req)) {
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes, true)
    res.writeContinue()
    res.removeHeader('Connection')
  }
  const { bytes, isLeft } = await receiveBody(req, maxBytes)
  if (bytes === undefined) throw tooLarge(maxBytes, isLeft)
  await waitForBudget(bytes.length)
  return bytes
}

const tooLarge = (maxBytes: number, isLeft: boolean) =>
  new Problem('payload_too_large', `the body is larger than ${maxBytes} bytes`, { headers: isLeft ? { Connection: 'close' } : {} })
