// Sends a few careful calls to a real service, and finds out its choices where its document is silent. looks/ reads the replies.

import type { Contract } from '../contract/contract.ts'
import type { Node, OpenApi } from '../contract/document.ts'
import { isObject } from '../contract/json/json.ts'
import { findReplyViolation, readOperations } from '../contract/operations.ts'
import { createSchemas } from '../contract/schema.ts'
import { cut } from '../ground/words.ts'
import { getRoles, planReads, planWrites } from './calls.ts'
import { LOOKS } from './looks/table.ts'
import { carryOut, type PlannedCall, type ServiceOptions, type ServiceReply } from './service.ts'

export type ProbeReport = Awaited<ReturnType<typeof probe>>

export interface ProbedAssumption {
  readonly id: string
  /** `contradicted`: the service does something else than the sandbox by default. */
  readonly result: 'confirmed' | 'contradicted' | 'not-shown'
  readonly default: string
  /** The choice of the service, by its name in the contract. Absent when no reply shows it. */
  readonly choice?: string
  /** What the replies show, or why they show nothing. */
  readonly says: string
  /** Requests and their replies, each with the beginning of the body. service.ts has hidden the key. */
  readonly evidence: readonly { readonly request: string; readonly status: number; readonly body: string }[]
}

const SHOWN_BODY = 200

export function planProbe(contract: Contract, write: boolean): readonly PlannedCall[] {
  const roles = getRoles(contract)
  return [...planReads(roles), ...(write ? planWrites(roles, `probe-${Math.floor(Date.now() / 1000)}`) : [])]
}

/** Rejects with a StartError when the first call fails or gets 401 or 404. With `write`, one item is created and stays. */
export async function probe(
  contract: Contract,
  { write, ...service }: Pick<ServiceOptions, 'url' | 'key' | 'onWait'> & { readonly write: boolean },
) {
  const limits = (contract.document['x-rate-limits'] ?? {}) as Node
  const limitHeaders = ((limits.headers ?? []) as Node[]).map(({ name }) => String(name))
  const { replies, received, calls, stopped } = await carryOut(planProbe(contract, write), { ...service, limitHeaders })
  const checkReply = await createConformity(contract, limitHeaders)
  const probed = { replies, received, roles: getRoles(contract), plans: contract.plans }
  return {
    version: 1,
    url: service.url,
    calls,
    assumptions: contract.assumptions.map(({ id, default: usual, choices }): ProbedAssumption => {
      const shown =
        LOOKS[id]?.(probed) ?? (Object.keys(choices).length > 1 ? 'no reply to a careful call shows it' : 'there is one choice only')
      if (typeof shown === 'string') return { id, result: 'not-shown', default: usual, says: shown, evidence: [] }
      const { choice, says, from } = shown
      return { id, result: choice === usual ? 'confirmed' : 'contradicted', default: usual, choice, says, evidence: from.map(describe) }
    }),
    // Where replies break the contract: each sentence once, with a request whose reply shows it.
    deviations: [...new Map(received.flatMap(checkReply).map((one) => [one.message, one])).values()],
    // Why the probe stopped before its last call.
    ...(stopped !== undefined && { stopped }),
  }
}

const describe = ({ request, status, text }: ServiceReply) => ({ request, status, body: cut(text, SHOWN_BODY) })

async function createConformity({ publish, basePath }: Contract, limitHeaders: readonly string[]) {
  const document = publish(basePath) as OpenApi
  const compile = await createSchemas(document)
  const operations = readOperations(document, basePath, compile, 'the contract')
  return (reply: ServiceReply) => {
    const operation = operations.find(({ id }) => id === reply.call.operation)
    if (operation === undefined) return []
    const { status, headers, type, body, text, request } = reply
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
