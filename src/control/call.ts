// What a call of the control API is: a function of one request, that returns the value to be sent. The status and the media
// type of the reply stand in the document.

import type { Contract } from '../contract/contract.ts'
import type { Input } from '../contract/read-request.ts'
import type { LocalSandbox, LocalSubject, LocalWorld } from './local-handles.ts'

/** Undefined is a reply without a body. Texts that come one after the other are sent as they come. */
export type Call = (request: ControlRequest) => unknown

/** A request that fits the document, with its values. */
export interface ControlRequest extends Input {
  readonly sandbox: LocalSandbox
  /** The world that the path names; a call that writes makes it. */
  readonly world: LocalWorld
  /** The same for a call that reads: throws a Problem when there is no such world. */
  existing(): Promise<LocalWorld>
  /** The world that the path names, or all worlds when it names none. */
  readonly subject: LocalSubject
  /** The same for a call that reads. */
  existingSubject(): Promise<LocalSubject>
  /** This API's own document. */
  readonly api: Contract
  /** The address of this API, as the client calls it. */
  readonly url: string
  /** Resolves when the client is gone, or has its reply. A client that has ended its side is taken for one that gave up. */
  whenGone(): Promise<void>
}
