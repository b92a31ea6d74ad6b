// Says where replies of a real service break the contract. Only what the service's own document states is checked: the
// assumptions of the sandbox are left out.

import type { Contract } from '../contract/contract.ts'
import type { OpenApi } from '../contract/document.ts'
import { readOperations } from '../contract/operations.ts'
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
    const operation = operations.find(({ id }) => id === answer.operation)
    if (operation === undefined) return []
    const { status, headers, type, body, request } = answer
    const documented = operation.respondsWith(status) ?? operation.responses.get('default')
    const missing = limitHeaders.filter((name) => !headers.has(name))
    const messages = [
      ...(documented === undefined ? [`answers ${status}, which the contract does not document`] : checkBody(answer, documented.content)),
      ...(missing.length > 0 ? [`answers ${status} without ${missing.join(', ')}`] : []),
      ...(status === 429 && !headers.has('retry-after') ? ['answers 429 without Retry-After'] : []),
      ...(status >= 400 && type === 'application/json' && isObject(body) && body.status !== status
        ? [`answers ${status} with the status ${JSON.stringify(body.status)} in its body`]
        : []),
    ]
    return messages.map((message) => ({ operation: operation.id, request, message: `${operation.id} ${message}` }))
  }
}

type Content = NonNullable<ReturnType<ReturnType<typeof readOperations>[number]['respondsWith']>>['content']

function checkBody({ status, type, body, text }: Answer, content: Content): string[] {
  if (content.size === 0) return text === '' ? [] : [`answers ${status} with a body that the contract does not document`]
  if (!content.has(type)) return [`answers ${status} with ${type || 'no media type'}, which the contract does not document`]
  if (body === undefined) return [`answers ${status} with a body that is not JSON`]
  const [first] = content.get(type)?.(body, 'body') ?? []
  return first === undefined ? [] : [`answers ${status} with a body that breaks the contract: ${first.message}`]
}
