// The addresses of the page: `/#requests/<id>?q=<search>`, `/#switches/<world>`, `/#compose`, `/#report/<world>`, and
// `/docs#<anchor>`. Links are plain links, so that a reader can copy them, open them in a new tab, and share them.

/** The views and their names, in the order of the header. */
export const VIEWS = { requests: 'Requests', switches: 'Switches', compose: 'Compose', report: 'Report', reference: 'Reference' } as const

export type View = keyof typeof VIEWS

export interface Route {
  readonly view: View
  /** The id of an exchange, the name of a world, or the anchor in the reference. */
  readonly place: string
  /** The search of the list; empty in the other views. */
  readonly query: string
}

/** True for the views whose name is in the hash of the address: all but the reference. */
const isHashed = (view: string): view is View => Object.hasOwn(VIEWS, view) && view !== 'reference'

export function parseRoute({ pathname, hash }: { readonly pathname: string; readonly hash: string }): Route {
  if (pathname.startsWith('/docs')) return { view: 'reference', place: decode(hash.slice(1)), query: '' }
  const [, view = '', place = '', parameters] = /^#([^/?]*)\/?([^?]*)(?:\?(.*))?$/s.exec(hash) ?? []
  if (!isHashed(view)) return { view: 'requests', place: '', query: '' }
  const { q = '', world = '' } = Object.fromEntries(new URLSearchParams(parameters))
  return { view, place: decode(place), query: world === '' ? q : `world:${world} ${q}`.trim() }
}

export function renderRoute({ view, place = '', query = '' }: Partial<Route> & Pick<Route, 'view'>): string {
  const name = encodeURIComponent(place)
  if (view === 'reference') return `/docs${place === '' ? '' : `#${name}`}`
  return `/#${view}${place === '' ? '' : `/${name}`}${query === '' ? '' : `?q=${encodeURIComponent(query)}`}`
}

/** An address that somebody wrote by hand may have a wrong escape. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
