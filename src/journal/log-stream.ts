// The log on standard output, or on another stream of the process.

import type { LogFormat, LogOptions } from './log.ts'

/** A log that nobody reads is dropped rather than kept in memory. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024

/** What the log needs to know of a stream; one of a terminal tells whether it shows colours. */
interface Stream {
  readonly isTTY?: boolean
  readonly writableLength: number
  hasColors?(): boolean
  write(text: string): boolean
  listeners(event: 'error'): unknown[]
  on(event: 'error', listener: () => void): unknown
}

/** Writes the log to a stream, in colours where it is a terminal that shows them. */
export function logTo(stream: Stream, format: LogFormat): LogOptions {
  // Who reads the log may leave; the clients of the sandbox are still there. Many sandboxes may share one stream.
  if (format !== 'silent' && !stream.listeners('error').includes(ignore)) stream.on('error', ignore)
  return {
    format,
    colour: stream.isTTY === true && stream.hasColors?.() === true,
    write: (text) => stream.writableLength > MAX_UNREAD_BYTES || stream.write(text),
  }
}

function ignore(): void {}
