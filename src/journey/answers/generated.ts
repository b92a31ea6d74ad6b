// Answers an operation that has no handler from the contract alone.

import type { Generate } from '../../contract/prism.ts'
import type { Exchange, Reply } from '../../exchange.ts'

export function generated({ generate }: { generate: Generate }) {
  return function generated({ operation }: Exchange): Promise<Reply> | undefined {
    return operation && generate(operation, {})
  }
}
