// Compares exact parsing with JSON.parse. `node bench/parse.ts` prints the processor time of both for 256 KiB of each kind
// of hard JSON. The worst kind comes first.

import { HARD_JSON } from '../test/support/hard-json.ts'
import { compareParsers } from '../test/support/processor-time.ts'

const rows = Object.entries(HARD_JSON).map(([kind, text]) => ({ kind, ...compareParsers(text, 200) }))
for (const { kind, plain, exact } of rows.sort((a, b) => b.exact / b.plain - a.exact / a.plain))
  console.log(
    `${kind.padEnd(40)} ${plain.toFixed(1).padStart(6)} ms ${exact.toFixed(1).padStart(6)} ms ${(exact / plain).toFixed(1).padStart(5)} ×`,
  )
