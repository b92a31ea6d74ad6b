// Turns a request of the control API into values. Its document is the only check of what a call takes.

import type { Operation } from '../contract/operations.ts'
import { describeUnknown, type Input, readRequest, type SentRequest, type UnknownName } from '../contract/read-request.ts'
import { Problem } from '../errors/problem.ts'
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
