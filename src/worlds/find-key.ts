// Finds a key of the sandbox where it should not stand: in path, query or body of a request.

import querystring from 'node:querystring'
import type { RequestRecord } from '../../spec/control.ts'
import { shorten } from '../text/cut.ts'
import type { Keys } from './keys.ts'

/** Names the place of a key: `path`, `query api_key` or `the body`. */
export const createKeySearch = (keys: Keys) => {
  const { beginnings } = keys
  const isKey = (text: string) => keys.isSurelyKey(text)
  // Most texts have no key, and are not cut into words.
  const mayHave = (text: string) => beginnings.some((beginning) => text.includes(beginning))
  return ({ path = '', query = '', body }: Partial<Pick<RequestRecord, 'path' | 'query' | 'body'>>): string | undefined => {
    if ((mayHave(path) || path.includes('%')) && path.split('/').some((segment) => isKey(querystring.unescape(segment)))) return 'path'
    if (mayHave(query) || query.includes('%'))
      for (const [name, value] of new URLSearchParams(query)) if (isKey(value)) return `query ${shorten(name)}`
    const text = body?.text
    return text !== undefined && mayHave(text) && text.split(/[^\w.-]+/).some(isKey) ? 'the body' : undefined
  }
}
