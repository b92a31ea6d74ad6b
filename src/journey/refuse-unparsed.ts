// Makes the reply to bytes that the parser of Node.js cannot read as a request. They have no key and no world, so they are answered
// like a call without a key in the world `default`. They are not an exchange, and no journal has them.

import type { Problem, Refusal } from '../errors/problem.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Draft } from '../exchange/reply.ts'
import { renderJson } from '../json/json.ts'
import type { Worlds } from '../worlds/worlds.ts'
import { limitHeaders } from './finishes/limit-headers.ts'

export interface UnparsedParts {
  readonly worlds: Worlds
  readonly renderProblem: (refusal: Refusal) => unknown
  /** True: replies have no Sandbox-* headers. */
  readonly bare: boolean
}

/** Resolves with the headers and the text of the refusal for this address. */
export type RefuseUnparsed = (problem: Problem, address: string) => Promise<{ headers: Record<string, string>; text: string }>

export function createRefuseUnparsed({ worlds, renderProblem, bare }: UnparsedParts): RefuseUnparsed {
  async function count(address: string): Promise<Exchange['count']> {
    const world = worlds.enterLive('default') ?? (await worlds.enter('default'))
    const result = world.session.limits.countAddress(address)
    worlds.leave(world)
    return result
  }

  return async function refuseUnparsed(problem, address) {
    const text = renderJson(renderProblem(problem))
    const draft: Draft = {
      status: problem.status,
      headers: { 'Content-Type': 'application/json', ...problem.headers, 'Content-Length': String(Buffer.byteLength(text)) },
      body: undefined,
    }
    const exchange = { count: await count(address) }
    limitHeaders({ exchange }, draft)
    if (!bare) draft.headers['Sandbox-Cause'] = 'http'
    return { headers: draft.headers, text }
  }
}
