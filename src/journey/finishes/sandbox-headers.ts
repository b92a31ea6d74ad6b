// Writes the headers of the sandbox: request id, cause, assumptions and warnings.

import { serializeList } from 'structured-headers'
import type { Assumption } from '../../contract/assumptions.ts'
import { renderCauses } from '../../exchange/cause.ts'
import type { Draft } from '../../exchange/reply.ts'
import type { RequestContext } from '../context.ts'

export function sandboxHeaders({ assumptions }: { assumptions: readonly Assumption[] }) {
  // A part of the journey may name an assumption that this contract does not have.
  const known = new Set(assumptions.map(({ id }) => id))
  return function sandboxHeaders({ exchange: { id, causes, assumed, warnings } }: RequestContext, { headers }: Draft): void {
    headers['Sandbox-Request-Id'] = id
    headers['Sandbox-Cause'] = renderCauses(causes)
    const named = assumed.filter((assumption) => known.has(assumption))
    if (named.length > 0) headers['Sandbox-Assumed'] = named.join(', ')
    if (warnings.length > 0) headers['Sandbox-Warning'] = serializeList(warnings.map(({ message }) => [printable(message), new Map()]))
  }
}

/** Strings in structured fields must be printable ASCII (RFC 9651 §3.3.3). */
const printable = (text: string) => text.replaceAll(/[^ -~]/g, '?')
