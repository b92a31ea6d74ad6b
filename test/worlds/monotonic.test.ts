// Elapsed time is measured with a clock that nobody can set.

import { expect, test, vi } from 'vitest'
import { startWithClient } from '../support/sandbox.ts'

const HOUR_MS = 3_600_000

test('a ban ends in time although the clock of the machine goes back an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
  try {
    const { sandbox, call } = await startWithClient({ banAfter: 1, banFor: 2 }, 'free')
    await sandbox.world('w1').limits.set('free', { remaining: 0 })
    const codes: unknown[] = []
    for (const passed of [0, 1500, 0, 1999, 1]) {
      vi.advanceTimersByTime(passed)
      if (codes.length === 2) vi.setSystemTime(Date.now() - HOUR_MS)
      const { status, body } = await call('/pets')
      codes.push(status === 200 ? 200 : (body as { code: string }).code)
    }
    // The ban begins with the second request. After that the clock goes back, and two seconds later the ban ends.
    expect(codes).toEqual(['rate_limited', 'key_banned', 'key_banned', 'key_banned', 200])
  } finally {
    vi.useRealTimers()
  }
})
