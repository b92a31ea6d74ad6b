// Refuses requests that break the contract. Checks in this order: the method (405), the path (404), the size of the body (413), and
// then the violations. The first violation gives the code.

import type { Contract } from '../../contract/contract.ts'
import { isCompressed } from '../../contract/read-request.ts'
import { Problem } from '../../errors/problem.ts'
import { findNearest } from '../../text/nearest.ts'
import type { RequestContext } from '../context.ts'

export function contract({ maxBodyBytes: maxBytes, operations }: Pick<Contract, 'maxBodyBytes' | 'operations'>) {
  /** The paths that do not end with a parameter. The key is the last word of the path. */
  const paths = new Map(operations.flatMap(({ path }) => (path.endsWith('}') ? [] : [[lastWordOf(path), path]])))

  return function contract({ operation, allow, isTooLarge, exchange, request: { headers } }: RequestContext): undefined {
    const { request, violations } = exchange
    if (allow)
      throw new Problem(
        'method_not_allowed',
        `${request.path.slice(0, MAX_PATH)} does not take ${request.method}, only ${allow.join(', ')}`,
        {
          headers: { Allow: allow.join(', ') },
          assumed: ['unknown-route'],
        },
      )
    if (operation === undefined)
      throw new Problem('not_found', `There is nothing at ${request.path.slice(0, MAX_PATH)}${hintOf(request.path, paths)}`, {
        assumed: ['unknown-route'],
      })
    if (isTooLarge)
      throw new Problem('payload_too_large', `The request body is larger than ${maxBytes} bytes`, { assumed: ['request-size'] })
    const [first] = violations
    if (first === undefined) return
    const same = violations.filter(({ code }) => code === first.code).map(({ message }) => message)
    throw new Problem(first.code, sentence(same), {
      // Says that the client may send the body without compression (RFC 9110 §12.5.3).
      ...(isCompressed(headers) && first.code === 'invalid_content_type' && { headers: { 'Accept-Encoding': 'identity' } }),
      assumed: first.in === 'path' ? ['invalid-id'] : first.in === 'body' ? ['invalid-body'] : [],
    })
  }
}

const MAX_SHOWN = 5
const MAX_PATH = 200

const sentence = (faults: readonly string[]) =>
  faults.slice(0, MAX_SHOWN).join('; ') + (faults.length > MAX_SHOWN ? `; and ${faults.length - MAX_SHOWN} more` : '')

const lastWordOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function hintOf(path: string, paths: ReadonlyMap<string, string>): string {
  if (path.length > 1 && path.endsWith('/')) return ': leave out the slash at the end'
  const near = paths.get(findNearest(lastWordOf(path), [...paths.keys()]) ?? '')
  return near === undefined ? '' : `: did you mean ${near}?`
}
