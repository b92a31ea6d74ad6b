// Compares the processor time of exact parsing with that of JSON.parse. Other processes that keep the machine busy do not
// count in it, as they would in time by the clock.

import { parseJson } from '../../src/contract/json/json.ts'

/** The milliseconds for a text. Each parser works for this many milliseconds. */
export function compareParsers(text: string, enough: number): { plain: number; exact: number } {
  return { plain: timeOf(() => JSON.parse(text), enough), exact: timeOf(() => parseJson(text), enough) }
}

function timeOf(work: () => unknown, enough: number): number {
  attempt(work)
  const start = process.cpuUsage()
  for (let times = 1; ; times += 1) {
    attempt(work)
    const { user, system } = process.cpuUsage(start)
    const milliseconds = (user + system) / 1000
    if (milliseconds >= enough) return milliseconds / times
  }
}

/** Some texts are refused. A refusal takes time too. */
function attempt(work: () => unknown): void {
  try {
    work()
  } catch {}
}
