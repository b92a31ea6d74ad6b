// A key is banned when its client goes on calling while a 429 asks it to wait. The service says so; only the number is assumed.

import type { Fact } from '../record/fact.ts'
import { certain, type Facts, likely, type Mistake, type Rule } from './rule.ts'

/** The number of early requests that ban a key. The ban itself is the tenth. */
const EARLY = 10

export const notBanned: Rule = {
  name: 'not-banned',
  level: 'fail',
  ground: 'the service: repeated requests after a 429 can lead to a temporary ban of the API key',
  asks: 'After a 429, stop all calls of the key until Retry-After is over.',
  exercise:
    'Set the limits of the plan to {"minute":{"limit":5,"seconds":5}}, let another program use up the window with the same key, and call on.',
  judge(facts) {
    const banned = facts.facts.filter(({ count }) => count.verdict === 'banned')
    const bans = Map.groupBy(banned, ({ world, key, episode }) => `${world}\n${key}\n${episode}`)
    const found = [...bans.values()].flatMap(([first]) => describe(first as Fact, facts))
    return { found, clear: facts.facts.filter(({ count }) => count.verdict === 'refused').length }
  },
}

function describe(ban: Fact, { facts, runs }: Facts): Mistake | [] {
  const early = facts
    .filter(({ world, key, count, number }) => world === ban.world && key === ban.key && count.early && number <= ban.number)
    .slice(-EARLY)
  if ([...early, ban].every(({ isExpected }) => isExpected)) return []
  const tries = new Set(runs.flatMap(({ tries, confidence }) => (confidence === 'certain' ? tries.slice(1) : [])))
  const isCertain = early.length >= EARLY && early.every((fact) => tries.has(fact) && !fact.isExpected)
  return {
    by: isCertain
      ? certain('all ten early requests are certain tries of calls', 'a test wants the ban: announce its 429 with expect=429')
      : likely(
          'ten requests came during the wait that a 429 asked for',
          'these are many single calls, or a test of the ban: announce it with expect=429',
        ),
    expected: 'no request until Retry-After is over',
    observed: `sent ${early.length} requests while a 429 asked it to wait, and its key was banned`,
    looksLike: 'a client that does not stop',
    evidence: [...early.map((fact) => [fact, 'during the wait'] as const), [ban, 'banned']],
  }
}
