// A client has to take each cursor from the Link of the previous page, and must not make up cursors.

import { shorten } from '../../ground/words.ts'
import { evidenceOf } from '../record/fact.ts'
import { ON_PURPOSE, type Rule } from './rule.ts'

const ENOUGH = 2

export const followsPaging: Rule = {
  name: 'follows-paging',
  ground: 'the assumption paging; RFC 8288',
  asks: 'Follow the URL of rel="next" in the header Link as it is.',
  looksLike: 'cursors that the client makes up',
  unless: ON_PURPOSE,
  exercise: 'List with a small limit, and follow the Link.',
  watch({ facts, operations, dropped }) {
    const withCursor = facts.flatMap((fact) => {
      const names = operations.get(fact.operation)?.cursors ?? []
      const query = new URLSearchParams(fact.query)
      const cursor = names.flatMap((name) => query.getAll(name)).join()
      const isRefused = fact.status === 400 || fact.violations.some((one) => one.in === 'query' && names.includes(one.place))
      return cursor === '' ? [] : [{ fact, cursor, isRefused }]
    })
    const made = withCursor.filter(({ fact, isRefused }) => isRefused && !fact.isExpected)
    const isShown = withCursor.some(({ fact, isRefused }) => !isRefused && fact.status === 200)
    const cursors = new Set(made.map(({ cursor }) => cursor)).size
    if (isShown || cursors < ENOUGH || dropped > 0) return { found: [], isShown }
    const observed = `${cursors} different cursors were refused, and none was accepted`
    return {
      found: made.map(({ fact, cursor }) => ({ expected: 'a cursor from Link', observed, evidence: [evidenceOf(fact, shorten(cursor))] })),
    }
  },
}
