// Answers an operation without a handler, with an example or a value that is made from the contract.

import type { Generate } from '../../contract/prism.ts'
import type { Reply } from '../../exchange/reply.ts'
import type { RequestContext } from '../context.ts'

export function generated({ generate }: { generate: Generate }) {
  return function generated({ operation }: RequestContext): Promise<Reply> | undefined {
    return operation && generate(operation, {})
  }
}
