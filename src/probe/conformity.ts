// Says where replies of a real service break the contract. Only what the service's own document states is checked: the
// assumptions of the sandbox are left out.

import type { Contract } from '../contract/contract.ts'
import type { OpenApi } from '../contract/document.ts'
import { findReplyViolation, readOperations } from '../contract/operations.ts'
import { createSchemas, type Schema } from '../contract/schema.ts'
import { isObject } from '../json/json.ts'
import type { Answer } from './service.ts'

export interface Deviation {
  readonly operation: string
  /** The request whose reply shows it. */
  readonly request: string
  readonly message: string
}

/** Creates the check of replies against the published contract. */
export async function createConformity(
  { publish, basePath }: Contract,
  limitHeaders: readonly string[],
): Promise<(answer: Answer) => Deviation[]> {
  const document = publish(basePath) as OpenApi
  const compile = await createSchemas((document.components ?? {}) as Schema)
  const operations = readOperations(document, basePath, compile, 'the contract')
  return (answer) => {
    const operation = operations.find(({ id }) => id === answer.call.operation)
    if (operation === undefined) return []
    const { status, headers, type, body, text, request } = answer
    const missing = limitHeaders.filter((name) => !headers.has(name))
    const messages = [
      findReplyViolation(operation, { status, type, body: text === '' ? undefined : (body ?? text) }),
      missing.length > 0 && `answers ${status} without ${missing.join(', ')}`,
      status === 429 && !headers.has('retry-after') && 'answers 429 without Retry-After',
      status >= 400 &&
        isObject(body) &&
        body.status !== status &&
        `answers ${status} with the status ${JSON.stringify(body.status)} in its body`,
    ]
    return messages.flatMap((message) => (message ? { operation: operation.id, request, message: `${operation.id} ${message}` } : []))
  }
}
