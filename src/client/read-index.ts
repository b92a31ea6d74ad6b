// Finds out whether a sandbox answers: reads `GET /_sandbox/`, the list of its calls. Any server may answer, so all fields that are used
// later are checked here.

import { type OptionName, type Problem, StartError } from '../errors/problem.ts'
import { isObject, parseJson } from '../json/json.ts'
import { BASE, type SandboxAddress } from './address.ts'
import { findOtherScheme } from './ask-health.ts'
import { describeFailure } from './describe-failure.ts'
import { MAX_SHORT_BYTES } from './read-answer.ts'
import type { Versions } from './states.ts'
import { isSuccess, type Transport, toProblem } from './transport.ts'

export interface Index extends Versions {
  readonly url: string
  readonly plans: readonly string[]
}

const SHORT = { maxBytes: MAX_SHORT_BYTES, seconds: 30 }

/** Asks the server for the list of its calls. A server with such a list is a sandbox. */
export async function readIndex({ origin, prefix }: SandboxAddress, transport: Transport, hasToken: boolean): Promise<Index> {
  const reply = await transport.send({ method: 'GET', path: `${BASE}/` }).catch(async (error: Problem) => {
    const { code = '' } = error.cause as NodeJS.ErrnoException
    const other = await findOtherScheme(origin, code)
    if (other !== undefined)
      throw new StartError(`${origin}: ${other.startsWith('https:') ? 'HTTPS' : 'plain HTTP'} is used here: connect to ${other}`, 3)
    return noSandbox((optionName) => describeFailure(origin, error.cause, optionName))
  })
  const { statusCode: status = 0, headers } = reply
  const text = await transport.readText(reply, SHORT).catch((error: Problem) => noSandbox(error.message))
  const place = origin + prefix
  if (status >= 300 && status < 400)
    throw new StartError(`${place}: this server sends its clients to ${headers.location}: connect there`, 3)
  const refusal = toProblem(status, text)
  if (refusal.code === 'unauthorized')
    throw new StartError((optionName) =>
      hasToken ? `${place}: wrong control token` : `${place}: this sandbox wants its control token: give it with ${optionName('token')}`,
    )
  if (refusal.code === 'forbidden') throw new StartError(`${place}: ${refusal.message}`)
  const index = isSuccess(reply) ? parseIndex(text) : undefined
  return index ?? noSandbox(`${place}: no sandbox answers: GET ${prefix}${BASE}/ returned ${status} and not the list of a sandbox’s calls`)
}

function noSandbox(message: string | ((optionName: OptionName) => string)): never {
  throw new StartError(message, 3)
}

/** Returns undefined for a text that is not such a reply. */
function parseIndex(text: string): Index | undefined {
  try {
    const index = parseJson(text)
    return isIndex(index) ? index : undefined
  } catch {
    return undefined
  }
}

const isIndex = (value: unknown): value is Index =>
  isObject(value) &&
  isText(value.sandbox) &&
  isObject(value.contract) &&
  isText(value.url) &&
  URL.canParse(value.url) &&
  Array.isArray(value.plans) &&
  value.plans.every(isText)

const isText = (value: unknown): value is string => typeof value === 'string'
