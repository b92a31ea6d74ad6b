// A key is banned when its client goes on calling while a 429 asks it to wait. The service says so; only the number is assumed.

import type { Fact } from '../fact.ts'
import type { Facts, Mistake, Rule } from './rule.ts'

/** The number of early requests that ban a key. The ban itself is the tenth. */
const EARLY = 10

export const notBanned: Rule = {
  name: 'not-banned',
  level: 'fail',
  since: '2026-11',
  ground: 'the service: repeated requests after a 429 can lead to a temporary ban of the API key',
  asks: 'Stop before the key is banned.',
  shows: 'the client waits before its key is banned',
  exercise: 'Use up a short window: limits.set("free", { minute: { limit: 5, seconds: 5 } }), and call on.',
  judge(facts) {
    const bans = [
      ...Map.groupBy(
        facts.facts.filter(({ verdict }) => verdict === 'banned'),
        ({ world, key, episode }) => `${world}\n${key}\n${episode}`,
      ).values(),
    ]
    const found = bans.flatMap(([first]) => (first === undefined ? [] : (describe(first, facts) ?? [])))
    const limited = facts.facts.filter(({ verdict }) => verdict === 'refused').length
    return { found, ...(limited > 0 && { clear: limited }) }
  },
}

function describe(ban: Fact, { facts, runs }: Facts): Mistake | undefined {
  const early = facts
    .filter(({ world, key, isEarly, number }) => world === ban.world && key === ban.key && isEarly && number <= ban.number)
    .slice(-EARLY)
  if ([...early, ban].every(({ isExpected }) => isExpected)) return undefined
  const certain = new Set(runs.flatMap(({ tries, confidence }) => (confidence === 'certain' ? tries.slice(1) : [])))
  const isCertain = early.length >= EARLY && early.every((fact) => certain.has(fact) && !fact.isExpected)
  return {
    confidence: isCertain ? 'certain' : 'likely',
    sign: isCertain ? 'all ten early requests are certain tries of calls' : 'ten requests came during the wait that a 429 asked for',
    dismissedBy: isCertain
      ? 'a test wants the ban: announce its 429 with expect=429'
      : 'these are many single calls, or a test of the ban: announce it with expect=429',
    expected: 'no request until Retry-After is over',
    observed: `${early.length} requests during the wait, then the key was banned`,
    message: isCertain
      ? 'The key was banned: the client went on calling while a 429 asked it to wait.'
      : 'Looks like a client that does not stop: its key was banned.',
    advice: 'After a 429, stop all calls of the key until Retry-After is over.',
    evidence: [...early.map((fact) => [fact, 'during the wait'] as const), [ban, 'banned']],
  }
}
