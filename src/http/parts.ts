// What the files of this folder are given.

import type { Contract } from '../contract/contract.ts'
import type { Control } from '../control/control.ts'
import type { Refusal } from '../errors/problem.ts'
import type { Observer } from '../exchange/observer.ts'
import type { Connections } from '../journey/connections.ts'
import type { Journey } from '../journey/journey.ts'
import type { Backlog } from '../sockets/backlog.ts'
import type { Worlds } from '../worlds/worlds.ts'

export interface HttpParts {
  readonly contract: Contract
  readonly journey: Journey
  readonly control: Control
  readonly worlds: Worlds
  readonly connections: Connections
  readonly backlog: Backlog
  readonly observer: Required<Pick<Observer, 'unmatched'>>
  /** Makes the body of an error in the contract's format. */
  readonly renderProblem: (refusal: Refusal) => unknown
  /** `http` or `https`; links in documents begin with it. */
  readonly scheme: string
  readonly cors: boolean
  /** Leaves out the `Sandbox-*` headers. */
  readonly bare: boolean
  /** Writes a line to the log, for events that have no exchange. */
  readonly notify: (notice: string) => void
  /** The directory of the console's files. */
  readonly consoleFiles: string
  /** Makes the guide for coding agents. `origin` is the address under which the client calls this server. */
  readonly renderGuide: (origin: string) => Promise<string>
}
