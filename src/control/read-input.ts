// Reads a request of the control API: its body, up to a maximum size, and its values. Its document is the only check of what a call takes.

import type { Context } from 'koa'
import type { Operation } from '../contract/operations.ts'
import { describeUnknown, type Input, readRequest, type SentRequest, type UnknownName } from '../contract/read-request.ts'
import { Problem } from '../errors/problem.ts'
import type { WaitForBudget } from '../sockets/loop-budget.ts'
import { isExpecting, receiveBody } from '../sockets/receive-body.ts'
import { describeNoWorld, isWorldName } from '../text/world-name.ts'

/** The values of a request. Throws a Problem for everything that the document does not allow. */
export function readInput(operation: Operation, sent: SentRequest): Input {
  const { world = 'default' } = sent.path
  if (!isWorldName(world)) throw new Problem('not_found', `there is no such world: ${describeNoWorld(world)}`)
  const headers = { ...sent.headers, 'content-type': typeOf(sent.headers['content-type']) }
  const { input, violations, unknown } = readRequest(operation, { ...sent, headers })
  const [first] = violations
  const messages = violations.filter(({ code }) => code === first?.code).map(({ message }) => message)
  // The document itself finds unknown fields of a body.
  const strange = unknown.filter((one) => one.in !== 'body').map(describe)
  const sentences = [...new Set([...messages, ...strange])].slice(0, MAX_SENTENCES)
  if (sentences.length > 0) throw new Problem(first?.code ?? 'invalid_parameter', sentences.join('; '))
  return input
}

const MAX_SENTENCES = 5

/** The media types that curl, fetch and other tools declare by default. All bodies of this API are JSON. */
const BY_DEFAULT = /^(application\/x-www-form-urlencoded|text\/plain)(;|$)/i

const typeOf = (type: SentRequest['headers'][string]) => (type === undefined || BY_DEFAULT.test(String(type)) ? 'application/json' : type)

const describe = (name: UnknownName) =>
  `the ${describeUnknown(name)} is not known${name.near === undefined ? '' : `: did you mean ${name.near}?`}`

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
