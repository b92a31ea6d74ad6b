// Reads the request body, up to the largest size of the contract, and records it.

import { findBrokenBody, hasBody, isExpecting, receiveBody } from '../../ground/sockets/receive-body.ts'
import { recordBody } from '../../record/record-body.ts'
import type { RequestContext } from './context.ts'
import type { JourneyParts } from './parts.ts'
import { breaksRequest, giveStepsBack } from './scenario.ts'

export function readBody(context: RequestContext, { contract }: JourneyParts): void | Promise<void> {
  const { request, response } = context
  if (!hasBody(request.headers)) return
  const maxBodyBytes = maxBodyBytesOf(context, contract)
  // A client that waits with its body gets a refusal without sending the body (RFC 9110 §10.1.1), if the head decides already.
  if (isExpecting(request)) {
    const isTooLarge = Number(request.headers['content-length']) > maxBodyBytes && context.play === undefined
    context.body = { isTooLarge, isLeft: true }
    if (isTooLarge || context.refusal !== undefined || breaksRequest(context)) return
    response.writeContinue()
  }
  context.body = {}
  if (breaksRequest(context)) return
  return receiveBody(request, maxBodyBytes).then(
    (received) => {
      context.body = received
      const { bytes } = received
      if (bytes !== undefined) context.exchange.request.body = context.secrets.hideInBody(recordBody(bytes))
    },
    (error) => giveUp(context, error),
  )
}

/** The largest body that the contract takes, by the choice of `request-size`. */
export const maxBodyBytesOf = ({ choices }: RequestContext, { maxBodyBytes }: JourneyParts['contract']) =>
  choices['request-size'] === '16-kib' ? 16 * 1024 : maxBodyBytes

/** Called when the body will never be complete. Throws when the client is gone. */
function giveUp(context: RequestContext, error: unknown): void {
  giveStepsBack(context)
  const broken = findBrokenBody(context.request)
  if (broken === undefined) throw error
  // A broken message is refused as such, whatever else is wrong.
  if (context.refusal?.by !== 'http') context.refusal = { by: 'http', problem: broken.problem }
  context.body = { isLeft: true, isCutShort: broken.isEnded }
}
