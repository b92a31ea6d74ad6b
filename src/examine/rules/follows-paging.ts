// A client has to take each cursor from the Link of the previous page, and must not make up cursors.

import { shorten } from '../../text/cut.ts'
import { certain, type Rule } from './rule.ts'

const ENOUGH = 2

export const followsPaging: Rule = {
  name: 'follows-paging',
  level: 'advice',
  ground: 'the assumption paging; RFC 8288',
  restsOn: ['paging'],
  asks: 'Take the cursor of the next page from the Link of the previous page.',
  exercise: 'List with a small limit, and follow the Link.',
  judge({ facts, operations }) {
    const withCursor = facts.flatMap((fact) => {
      const names = operations.get(fact.operation)?.cursors ?? []
      const query = new URLSearchParams(fact.query)
      const cursor = names.flatMap((name) => query.getAll(name)).join()
      const isRefused = fact.status === 400 || fact.violations.some((one) => one.in === 'query' && names.includes(one.place))
      return cursor === '' ? [] : [{ fact, cursor, isRefused }]
    })
    const made = withCursor.filter(({ fact, isRefused }) => isRefused && !fact.isExpected)
    const isShown = withCursor.some(({ fact, isRefused }) => !isRefused && fact.status === 200)
    if (isShown || new Set(made.map(({ cursor }) => cursor)).size < ENOUGH) return { found: [], isShown }
    const found = made.map(({ fact, cursor }) => ({
      by: certain(
        'the sandbox never issued these cursors, and no other was sent',
        'tests send wrong cursors on purpose: announce them with expect=400',
      ),
      expected: 'a cursor from Link',
      observed: 'sent only cursors that the sandbox did not issue',
      advice: 'Follow the URL of rel="next" in the header Link as it is.',
      evidence: [[fact, shorten(cursor)] as const],
    }))
    return { found }
  },
}
