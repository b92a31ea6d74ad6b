// The addresses of the page: `/#requests/<id>`, `/#switches`, `/#compose`, `/#report`, and `/docs#<anchor>`. Links are plain links,
// so that a reader can copy them, open them in a new tab, and share them.

/** The views and their names, in the order of the header. */
export const VIEWS = { requests: 'Requests', switches: 'Switches', compose: 'Compose', report: 'Report', reference: 'Reference' } as const

export type View = keyof typeof VIEWS

export interface Route {
  readonly view: View
  /** The id of an exchange, or the anchor in the reference. */
  readonly place: string
}

/** True for the views whose name is in the hash of the address: all but the reference. */
const isHashed = (view: string): view is View => Object.hasOwn(VIEWS, view) && view !== 'reference'

export function parseRoute({ pathname, hash }: { readonly pathname: string; readonly hash: string }): Route {
  const place = decodeHash(hash.slice(1))
  if (pathname.startsWith('/docs')) return { view: 'reference', place }
  const [, view = '', rest = ''] = /^([^/]*)\/?(.*)$/s.exec(place) ?? []
  return isHashed(view) ? { view, place: rest } : { view: 'requests', place: '' }
}

export function renderRoute({ view, place }: Route): string {
  if (view === 'reference') return `/docs${place === '' ? '' : `#${encodeURIComponent(place)}`}`
  return `/#${view}${place === '' ? '' : `/${encodeURIComponent(place)}`}`
}

/** A link that somebody wrote by hand may have a wrong escape. */
function decodeHash(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
