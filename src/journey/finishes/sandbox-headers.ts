// Says why the reply is what it is: cause, request id, assumptions and warnings, in headers of the sandbox's own.

import { serializeList } from 'structured-headers'
import type { Assumption } from '../../contract/assumptions.ts'
import { renderCauses } from '../../record/cause.ts'
import type { Draft } from '../../replies/reply.ts'
import type { Visit } from '../visit.ts'

export function sandboxHeaders({ assumptions }: { assumptions: readonly Assumption[] }) {
  // A part of the journey may name an assumption that another contract has no need of.
  const known = new Set(assumptions.map(({ id }) => id))
  return function sandboxHeaders({ exchange: { id, causes, assumed, warnings } }: Visit, { headers }: Draft): void {
    headers['Sandbox-Request-Id'] = id
    headers['Sandbox-Cause'] = renderCauses(causes)
    const named = assumed.filter((assumption) => known.has(assumption))
    if (named.length > 0) headers['Sandbox-Assumed'] = named.join(', ')
    if (warnings.length > 0) headers['Sandbox-Warning'] = serializeList(warnings.map(({ message }) => [printable(message), new Map()]))
  }
}

/** Strings of structured fields are printable ASCII (RFC 9651 §3.3.3). */
const printable = (text: string) => text.replaceAll(/[^ -~]/g, '?')
