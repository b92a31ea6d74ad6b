// What the files of this folder need of a sandbox: the parts of the journey, and a few more.

import type { Middleware } from './journey/message.ts'
import type { JourneyParts } from './journey/parts.ts'

export interface HttpParts extends JourneyParts {
  readonly control: Middleware
  readonly cors: boolean
  /** Writes a line to the log, for events that have no exchange. */
  readonly notify: (notice: string) => void
  readonly consoleFiles: string
  /** `origin` is the address under which the client calls this server. */
  readonly renderGuide: (origin: string) => Promise<string>
}
