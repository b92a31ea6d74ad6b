// A client has to take each cursor from the Link of the previous page, and must not make up cursors.

import { cursorsOf, NONE } from '../contract-facts.ts'
import type { Rule } from './rule.ts'

const ENOUGH = 2

export const followsPaging: Rule = {
  name: 'follows-paging',
  level: 'advice',
  since: '2026-11',
  ground: 'the assumption paging; RFC 8288',
  restsOn: ['paging'],
  asks: 'Take the cursor of the next page from the Link of the previous page.',
  shows: 'the client follows the Link to the next page',
  exercise: 'List with a small limit, and follow the Link.',
  judge({ facts, operations }) {
    const withCursor = facts.flatMap((fact) => {
      const names = cursorsOf(operations.get(fact.operation ?? '') ?? NONE)
      const query = new URLSearchParams(fact.target.slice(fact.target.indexOf('?') + 1))
      const cursors = names.flatMap((name) => query.getAll(name))
      const isRefused = fact.violations.some((violation) => violation.in === 'query' && names.includes(violation.place))
      return cursors.length > 0 ? [{ fact, cursor: cursors.join(), isRefused: isRefused || fact.status === 400 }] : []
    })
    const followed = withCursor.filter(({ fact, isRefused }) => !isRefused && fact.status === 200)
    const made = withCursor.filter(({ fact, isRefused }) => isRefused && !fact.isExpected)
    if (followed.length > 0 || new Set(made.map(({ cursor }) => cursor)).size < ENOUGH) return { found: [], isShown: followed.length > 0 }
    return {
      found: made.map(({ fact, cursor }) => ({
        confidence: 'certain',
        sign: 'the sandbox never issued these cursors, and no other was sent',
        dismissedBy: 'tests send wrong cursors on purpose: announce them with expect=400',
        expected: 'a cursor from Link',
        observed: cursor.slice(0, 60),
        message: 'The client sent only cursors that the sandbox did not issue.',
        advice: 'Follow the URL of rel="next" in the header Link as it is.',
        evidence: [[fact, cursor.slice(0, 60)]],
      })),
    }
  },
}
