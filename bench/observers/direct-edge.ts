// Replaces src/serve/edge.ts. GET of one pet comes to the journey without Koa and @koa/router, which serve all other calls.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createEdge as createUsual } from '../../src/serve/edge.ts'
import { createJourney } from '../../src/serve/journey/journey.ts'
import { type Context, readTarget } from '../../src/serve/journey/message.ts'
import type { HttpParts } from '../../src/serve/parts.ts'

export function createEdge(parts: HttpParts) {
  const serve = createJourney(parts)(parts.contract.operations.find(({ id }) => id === 'getPet'))
  const usual = createUsual(parts).callback()
  return {
    callback: () => async (req: IncomingMessage, res: ServerResponse) => {
      const target = readTarget(req.url ?? '')
      const [, petId] = /^\/v1\/pets\/([^/]+)$/.exec(target.path) ?? []
      if (petId === undefined) return usual(req, res)
      const ctx = { req, res, protocol: 'http', state: { target }, params: { petId }, body: undefined }
      await serve(ctx as unknown as Context)
      res.end(ctx.body)
    },
  }
}
