// A key is banned when its client goes on calling while a 429 asks it to wait. The contract says so. Only the number of calls is assumed.

import { evidenceOf, type Fact } from '../record/fact.ts'
import { evidenceOfAll, type Facts, type Mistake, type Rule } from './rule.ts'

export const notBanned: Rule = {
  name: 'not-banned',
  ground: 'the service: repeated requests after a 429 can lead to a temporary ban of the API key',
  asks: 'After a 429, stop all calls of the key until Retry-After is over.',
  looksLike: 'a client that does not stop',
  unless: 'many tests made these calls together, or a test wants the ban',
  watch({ facts }) {
    const banned = facts.filter(({ count }) => count.verdict === 'banned')
    const bans = Map.groupBy(banned, ({ world, key, episode }) => `${world}\n${key}\n${episode}`)
    const found = [...bans.values()].flatMap(([first]) => describe(first as Fact, facts))
    return { found, clear: facts.filter(({ count }) => count.verdict === 'refused').length }
  },
}

function describe(ban: Fact, facts: Facts['facts']): Mistake | [] {
  const own = facts.filter(({ world, key }) => world === ban.world && key === ban.key)
  const early = own.filter(({ count, number }) => count.early && number < ban.number)
  if ([...early, ban].every(({ isExpected }) => isExpected)) return []
  return {
    expected: 'no request until Retry-After is over',
    observed: `${early.length} requests came while a 429 asked to wait, and ${ban.id} was refused because the key was banned`,
    evidence: [...evidenceOfAll(early), evidenceOf(ban, 'banned')],
  }
}
