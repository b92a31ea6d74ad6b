// Reads the request body, up to the largest size of the contract, and records it.

import type { Backlog } from '../../streams/backlog.ts'
import { findBrokenBody } from '../../streams/broken-body.ts'
import { hasBody, type Received, receiveBody } from '../../streams/receive-body.ts'
import type { TakeTurn } from '../../streams/turns.ts'
import { recordBody } from '../record-body.ts'
import type { Visit } from '../visit.ts'
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
  function countUpload({ request: { socket } }: Visit): (bytes: number) => void {
    let held = 0
    return (bytes) => {
      const now = bytes > MAX_FREE ? bytes : 0
      if (now === held) return
      uploads.release(socket, held)
      uploads.hold(socket, now)
      held = now
    }
  }

  function keep(visit: Visit, { bytes, isLeft }: Received): Promise<void> | undefined {
    visit.isBodyLeft = isLeft
    visit.isTooLarge = bytes === undefined
    if (bytes === undefined) return undefined
    visit.body = bytes
    visit.exchange.request.body = recordBody(bytes)
    return takeTurn(bytes.length)
  }

  return function readBody(visit: Visit): void | Promise<void> {
    const { request, response, expectsContinue } = visit
    if (visit.breaksRequest || !hasBody(request.headers)) return
    if (expectsContinue && Number(request.headers['content-length']) > maxBytes && !isPlayed(visit)) {
      visit.isTooLarge = true
      return
    }
    if (expectsContinue) response.writeContinue()
    visit.isBodyLeft = false
    if (findBrokenBody(request)) return giveUp(visit)
    return receiveBody(request, maxBytes, countUpload(visit)).then(
      (received) => keep(visit, received),
      () => giveUp(visit),
    )
  }
}

/** True when a scenario takes the call. Then the scenario decides the reply, not a mistake in the body. */
const isPlayed = ({ taken, switchProblem }: Visit) => switchProblem !== undefined || taken.length > 0

/** Called when the body will never be complete. Throws when the client is gone. */
function giveUp(visit: Visit): void {
  giveStepsBack(visit)
  const broken = findBrokenBody(visit.request)
  if (broken === undefined) throw new ClientGone()
  visit.messageProblem ??= broken.problem
  visit.isCutShort = broken.isEnded
  visit.isBodyLeft = true
}

/** Thrown when the client left in the middle of its request, so that nobody is there to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}
