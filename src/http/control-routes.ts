// Mounts the control API. Its calls are the operations of its document, which is loaded with the first call, because many
// sandboxes never get such a call.

import type Koa from 'koa'
import type { Control } from '../control/control.ts'
import { renderProblem } from '../control/reply.ts'
import { once } from '../text/once.ts'
import { createHandleDirectly, type HandleDirectlyParts } from './handle-directly.ts'
import { createRoutes } from './routes.ts'

/** The journal has texts of clients: no page of another origin may load a reply as a script, a style or an image. */
const HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }

export function createControlRoutes({ control, ...parts }: { readonly control: Control } & Omit<HandleDirectlyParts, 'refuse'>) {
  const directly = createHandleDirectly({ ...parts, refuse: (ctx, problem) => renderProblem(ctx, problem, parts.notify) })
  const load = once(async () => {
    const api = await control.load()
    return { api, find: createRoutes(api.operations) }
  })
  return (ctx: Koa.Context, { whole: path }: { readonly whole: string }): Promise<void> => {
    ctx.set(HEADERS)
    return directly(ctx, async () => {
      const { api, find } = await load()
      // The base path itself is the path `/` of the document.
      await control.answer(ctx, api, find(ctx.method, path === api.basePath ? `${path}/` : path))
    })
  }
}
