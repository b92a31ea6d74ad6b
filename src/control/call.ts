// The type of a call of the control API: a function of one request that returns the value of the reply. The document has
// the status and the media type of the reply.

import type { Contract } from '../contract/contract.ts'
import type { Input } from '../contract/read-request.ts'
import type { LocalSandbox, LocalSubject, LocalWorld } from './local-handles.ts'

/** Undefined means a reply without a body. A stream of texts is sent piece by piece. */
export type Call = (request: ControlRequest) => unknown

/** A request that fits the document, with its parsed values. */
export interface ControlRequest extends Input {
  readonly sandbox: LocalSandbox
  /** The world in the path. A call that writes creates the world if needed. */
  readonly world: LocalWorld
  /** The world in the path, for a call that reads. Throws a Problem when there is no such world. */
  existing(): Promise<LocalWorld>
  /** The world in the path, or all worlds when the path has no world. */
  readonly subject: LocalSubject
  /** The same for a call that reads. Throws a Problem when there is no such world. */
  existingSubject(): Promise<LocalSubject>
  /** The document of the control API. */
  readonly api: Contract
  /** The address of the control API, as the client writes it. */
  readonly url: string
  /** Resolves when the client has left or has its reply. A client that has ended its side of the connection counts as having left. */
  whenGone(): Promise<void>
}
