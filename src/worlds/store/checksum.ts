// Checksums of files and lines. A checksum starts with the name of the world, so that a file of another world is noticed.

import { crc32 } from 'node:zlib'

/** Text of this many bytes is summed up between two pauses. */
const STRIDE = 1024 * 1024

/** Eight letters for all parts together, in order. */
export const checksumOf = (world: string, ...parts: readonly (string | Uint8Array)[]) =>
  render(parts.reduce((sum, part) => crc32(part, sum), crc32(world)))

/** The same, with pauses. */
export function* checksumWithPauses(world: string, bytes: Uint8Array): Generator<void, string> {
  let sum = crc32(world)
  for (let at = 0; at < bytes.length; at += STRIDE) {
    sum = crc32(bytes.subarray(at, at + STRIDE), sum)
    yield
  }
  return render(sum)
}

/** Passes the chunks on. The last chunk is what `end` makes of their checksum. */
export function* withChecksum(world: string, chunks: Iterable<string>, end: (checksum: string) => string): Generator<string, void> {
  let sum = crc32(world)
  for (const chunk of chunks) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  yield end(render(sum))
}

const render = (sum: number) => sum.toString(16).padStart(8, '0')
