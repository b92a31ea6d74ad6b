// Reads the request body, up to the largest size of the contract, and records it.

import type { Backlog } from '../../sockets/backlog.ts'
import { findBrokenBody } from '../../sockets/broken-body.ts'
import { hasBody, type Received, receiveBody } from '../../sockets/receive-body.ts'
import type { TakeTurn } from '../../sockets/turns.ts'
import type { RequestContext } from '../context.ts'
import { recordBody } from '../record-body.ts'
import { giveStepsBack } from './take-steps.ts'

/** An unfinished body is counted as an upload only when it has more bytes than this. */
const MAX_FREE = 64 * 1024

interface BodyRules {
  readonly maxBytes: number
  /** Counts the bytes of unfinished bodies. */
  readonly uploads: Pick<Backlog, 'hold' | 'release'>
  readonly takeTurn: TakeTurn
}

export function readBody({ maxBytes, uploads, takeTurn }: BodyRules) {
  function countUpload({ request: { socket } }: RequestContext): (bytes: number) => void {
    let held = 0
    return (bytes) => {
      const now = bytes > MAX_FREE ? bytes : 0
      if (now === held) return
      uploads.release(socket, held)
      uploads.hold(socket, now)
      held = now
    }
  }

  function keep(context: RequestContext, { bytes, isLeft }: Received): Promise<void> | undefined {
    context.isBodyLeft = isLeft
    context.isTooLarge = bytes === undefined
    if (bytes === undefined) return undefined
    context.body = bytes
    context.exchange.request.body = context.secrets.hideInBody(recordBody(bytes))
    return takeTurn(bytes.length)
  }

  return function readBody(context: RequestContext): void | Promise<void> {
    const { request, response, expectsContinue } = context
    if (context.breaksRequest || !hasBody(request.headers)) return
    if (expectsContinue && Number(request.headers['content-length']) > maxBytes && !isPlayed(context)) {
      context.isTooLarge = true
      return
    }
    if (expectsContinue) response.writeContinue()
    context.isBodyLeft = false
    if (findBrokenBody(request)) return giveUp(context)
    return receiveBody(request, maxBytes, countUpload(context)).then(
      (received) => keep(context, received),
      () => giveUp(context),
    )
  }
}

/** True when a scenario takes the call. Then the scenario decides the reply, not a mistake in the body. */
const isPlayed = ({ taken, switchProblem }: RequestContext) => switchProblem !== undefined || taken.length > 0

/** Called when the body will never be complete. Throws when the client is gone. */
function giveUp(context: RequestContext): void {
  giveStepsBack(context)
  const broken = findBrokenBody(context.request)
  if (broken === undefined) throw new ClientGone()
  context.messageProblem ??= broken.problem
  context.isCutShort = broken.isEnded
  context.isBodyLeft = true
}

/** Thrown when the client left in the middle of its request, so that nobody is there to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}
