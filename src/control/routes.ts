// The control API, described by spec/control.yaml: a line per call. It is never touched by scenarios, limits or the
// journal.

import { STATUS_CODES } from 'node:http'
import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { decodeText, parseJson, renderJson } from '../json.ts'
import { messageOf, Problem } from '../problem.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import type { DamagedWorld } from '../worlds/kept-worlds.ts'
import type { Worlds } from '../worlds/worlds.ts'
import { refusalOf } from './guard.ts'
import { listCatalogue, putScenarios } from './scenarios.ts'
import type { WorldHandle } from './world-handle.ts'

export interface ControlParts {
  readonly catalogue: Catalogue
  readonly world: (name: string) => WorldHandle
  readonly worlds: Pick<Worlds, 'has' | 'checkStore' | 'damaged'>
  readonly scheme: string
}

const MAX_BODY_BYTES = 1_048_576

export function createControl({ catalogue, world, worlds, scheme }: ControlParts): Middleware {
  const router = new Router({ prefix: '/_sandbox' })
  const named = (ctx: Context) => world(String(ctx.params.world))
  const existing = async (ctx: Context) => {
    if (await worlds.has(String(ctx.params.world))) return named(ctx)
    throw new Problem('not_found', `there is no world ${String(ctx.params.world)}: it comes to life when first used`)
  }
  const reply = (give: (ctx: Context) => unknown) => async (ctx: Context) => {
    ctx.type = 'application/json'
    ctx.body = renderJson(await give(ctx))
  }

  router.get(
    '/health',
    reply(() => health(worlds)),
  )
  router.get(
    '/scenarios',
    reply(() => listCatalogue(catalogue)),
  )
  router.get(
    '/worlds/:world/scenarios',
    reply(async (ctx) => (await existing(ctx)).scenarios.get()),
  )
  router.put(
    '/worlds/:world/scenarios',
    reply(async (ctx) => putScenarios(named(ctx), await readJson(ctx))),
  )
  router.delete('/worlds/:world/scenarios', async (ctx) => {
    await (await existing(ctx)).scenarios.clear()
    ctx.status = 204
  })

  const routes = router.routes() as unknown as Middleware
  const methods = router.allowedMethods() as unknown as Middleware
  return async function control(ctx) {
    try {
      const refusal = refusalOf({ host: ctx.headers.host, origin: ctx.headers.origin, scheme })
      if (refusal) throw new Problem('forbidden', refusal)
      await methods(ctx, async () => {
        await routes(ctx, async () => {})
      })
      if (ctx.status === 405 || ctx.status === 501)
        throw new Problem('method_not_allowed', `${ctx.path} takes ${ctx.response.get('Allow')} only`)
      if (ctx.status === 404 && ctx.body == null) throw new Problem('not_found', `the control API has no ${ctx.method} ${ctx.path}`)
    } catch (error) {
      answerRefusal(ctx, error)
    }
  }
}

/** A sandbox with damaged worlds works: only a store that takes no change makes it unhealthy. */
async function health(worlds: ControlParts['worlds']): Promise<{ status: string; damaged?: readonly DamagedWorld[] }> {
  await worlds.checkStore().catch((error) => {
    throw new Problem('unavailable', `the store cannot be written: ${messageOf(error)}`)
  })
  const { damaged } = worlds
  return { status: 'ok', ...(damaged.length > 0 && { damaged }) }
}

/** Problem details (RFC 9457). */
function answerRefusal(ctx: Context, error: unknown): void {
  if (!(error instanceof Problem)) throw error
  const { status } = error
  ctx.status = status
  ctx.type = 'application/problem+json'
  ctx.body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail: error.message })
}

async function readJson(ctx: Context): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new Problem('payload_too_large', `the body is larger than ${MAX_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  try {
    return parseJson(decodeText(Buffer.concat(chunks)))
  } catch (error) {
    throw new Problem('malformed_json', `the body is not valid JSON in UTF-8: ${messageOf(error)}`)
  }
}
