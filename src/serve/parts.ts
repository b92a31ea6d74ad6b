// The parts of a sandbox that the files of this folder need: those of the journey, and a few of their own.

import type { Contract } from '../contract/contract.ts'
import type { AnswerControl } from './control/control.ts'
import type { Journey } from './journey/journey.ts'
import type { JourneyParts } from './journey/parts.ts'

export interface HttpParts extends JourneyParts {
  readonly journey: Journey
  readonly answerControl: AnswerControl
  /** Loads the document of the control API, whose operations are its calls. */
  readonly loadControl: () => Promise<Contract>
  readonly cors: boolean
  /** Writes a line to the log, for events that have no exchange. */
  readonly notify: (notice: string) => void
  /** The directory of the console's files. */
  readonly consoleFiles: string
  /** Makes the guide for coding agents. `origin` is the address under which the client calls this server. */
  readonly renderGuide: (origin: string) => Promise<string>
}
