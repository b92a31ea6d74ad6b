// Retry-After has two forms: seconds and a date (RFC 9110 §10.2.3). Finds clients that honour one form and ignore the other.

import { countHonoured, createWaitEvents, isUnread, noteWaits, type WaitEvents } from '../honoured-waits.ts'
import { addFinding, createTally } from '../tally.ts'
import type { Rule } from './rule.ts'

export const readsRetryAfter: Rule<WaitEvents> = {
  name: 'reads-retry-after',
  level: 'fail',
  asks: 'Read Retry-After in each of its forms: seconds, and a date.',
  shows: 'the client reads the wait from Retry-After, in any length and form',
  hint: 'The client has not honoured two different waits. Use throttled-then-ok and retry-after-date.',
  create: createWaitEvents,
  seeSeries: noteWaits,
  conclude(states) {
    const tally = createTally()
    for (const event of states.flatMap(({ early }) => early))
      if (isUnread(event, states))
        addFinding(tally, {
          ...event.finding,
          advice: `Read Retry-After as a ${event.form === 'date' ? 'date' : 'number of seconds'} too.`,
        })
    const isClean = states.every(({ early, unsure }) => early.length === 0 && unsure === 0)
    return { isExercised: isClean && countHonoured(states) >= 2, findings: [...tally.findings.values()] }
  },
}
