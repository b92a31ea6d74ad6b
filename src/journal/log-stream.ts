// The log on standard output, or on another stream of the process.

import { BOUNDS } from '../exchange/bounds.ts'
import type { LogFormat, LogOptions } from './log.ts'

/** The parts of a stream that the log uses. A terminal's stream tells whether it shows colours. */
interface Stream {
  readonly isTTY?: boolean
  readonly writableLength: number
  hasColors?(): boolean
  write(text: string): boolean
  listeners(event: 'error'): unknown[]
  on(event: 'error', listener: () => void): unknown
}

/** Writes the log to a stream. A terminal that shows colours gets colours. */
export function logTo(stream: Stream, format: LogFormat): LogOptions {
  // The reader of the log may leave, but the sandbox must go on for its clients. Many sandboxes may share one stream.
  if (format !== 'silent' && !stream.listeners('error').includes(ignore)) stream.on('error', ignore)
  return {
    format,
    colour: stream.isTTY === true && stream.hasColors?.() === true,
    write: (text) => stream.writableLength > BOUNDS.unreadLogBytes || stream.write(text),
  }
}

function ignore(): void {}
