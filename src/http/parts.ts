// What the files of this folder are given.

import type { Control } from '../control/control.ts'
import type { Observer } from '../exchange/observer.ts'
import type { Journey } from '../journey/journey.ts'
import type { JourneyParts } from '../journey/parts.ts'

type Shared = 'contract' | 'worlds' | 'connections' | 'backlog' | 'renderProblem' | 'scheme' | 'bare'

export interface HttpParts extends Pick<JourneyParts, Shared> {
  readonly journey: Journey
  readonly control: Control
  readonly observer: Required<Pick<Observer, 'unmatched'>>
  readonly cors: boolean
  /** Writes a line to the log, for events that have no exchange. */
  readonly notify: (notice: string) => void
  /** The directory of the console's files. */
  readonly consoleFiles: string
  /** Makes the guide for coding agents. `origin` is the address under which the client calls this server. */
  readonly renderGuide: (origin: string) => Promise<string>
}
