// Reads the journals in pieces, with pauses. So requests are served in between, and a long journal is never decoded as a whole.

import type { Matches } from './filter.ts'
import type { JournalEntry, Journals, Place } from './journal.ts'

/** About this many bytes of the journal are decoded in one turn of the event loop, by all searches together. */
const PIECE_BYTES = 512 * 1024

/** The matching exchanges of a world, or of all worlds, oldest first. Exchanges that the journal drops during the search are left out. */
export async function* search(journals: Journals, world: string | undefined, matches: Matches): AsyncGenerator<JournalEntry[], void> {
  for (const places of cut(journals.index(world))) {
    await journals.waitForBudget(PIECE_BYTES)
    const found = journals.read(places).filter((exchange) => matches(exchange))
    if (found.length > 0) yield found
  }
}

function* cut(places: readonly Place[]): Generator<Place[], void> {
  let piece: Place[] = []
  let bytes = 0
  for (const place of places) {
    piece.push(place)
    bytes += place.bytes
    if (bytes < PIECE_BYTES) continue
    yield piece
    piece = []
    bytes = 0
  }
  yield piece
}
