// One load, bounded in time: how many replies a second, or an error that says how many of what went wrong.

import autocannon from 'autocannon'

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** What is posted; without it the load is GET. */
  readonly body?: string
  readonly expected: number
  readonly seconds: number
  /** Ends before the time is over when so many were sent. */
  readonly amount?: number
}

const CONNECTIONS = 50
/** How often autocannon looks whether it shall stop: its default of a second would round every load up to one. */
const TICK_MS = 50

/** Resolves with the count of the replies and their rate. Rejects when there was none, or one that was not expected. */
export async function runLoad(load: Load): Promise<{ replies: number; perSecond: number }> {
  const { url, headers, body, seconds, amount } = load
  const options: autocannon.Options = {
    url,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: TICK_MS,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body }),
    ...(amount && { amount }),
  }
  const result = await new Promise<Outcome>((resolve, reject) => {
    const run = autocannon(options, (error, outcome) => {
      clearTimeout(end)
      if (error) reject(error)
      else resolve(outcome as unknown as Outcome)
    })
    // An amount makes autocannon forget the duration.
    const end = setTimeout(() => run.stop(), seconds * 1000)
  })
  const fault = findFault(result, load)
  if (fault) throw new Error(fault)
  const replies = result.statusCodeStats[load.expected]?.count ?? 0
  return { replies, perSecond: replies / result.duration }
}

interface Outcome {
  readonly statusCodeStats: Readonly<Record<string, { count: number }>>
  /** Timeouts included. */
  readonly errors: number
  readonly timeouts: number
  readonly duration: number
}

function findFault({ statusCodeStats, errors, timeouts, duration }: Outcome, { expected }: Load): string | undefined {
  const counts = Object.entries(statusCodeStats).map(([status, { count }]) => ({ status: Number(status), count }))
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const wrong = counts
    .filter(({ status }) => status !== expected)
    .map(({ status, count }) => `${count} of ${all} replies were ${status}, not ${expected}`)
  const faults = [
    ...wrong,
    ...(errors > timeouts ? [`${errors - timeouts} socket errors beside ${all} replies`] : []),
    ...(timeouts > 0 ? [`${timeouts} timeouts beside ${all} replies`] : []),
    ...(all === 0 ? [`no reply in ${duration} seconds`] : []),
  ]
  return faults.length === 0 ? undefined : faults.join(', ')
}
